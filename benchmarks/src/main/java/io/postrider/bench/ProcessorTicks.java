package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processor time of the machine since its start, in ticks.
 *
 * @param all all of it, idle time and steal included
 * @param steal what the host gave to other machines while this one had work
 */
record ProcessorTicks(long all, long steal) {
  static final ProcessorTicks NONE = new ProcessorTicks(0, 0);

  /** User, nice, system, idle, iowait, irq, softirq, steal; what follows is counted in them. */
  private static final int FIELDS = 8;

  static ProcessorTicks now() throws IOException {
    return parse(Files.readAllLines(Path.of("/proc/stat")).getFirst());
  }

  /** Parses the first line of {@code /proc/stat}. */
  static ProcessorTicks parse(String cpuLine) {
    String[] words = cpuLine.trim().split("\\s+", -1);
    long all = 0;
    long last = 0;
    for (int i = 1; i <= FIELDS && i < words.length; i++) {
      last = Long.parseLong(words[i]);
      all += last;
    }
    return new ProcessorTicks(all, words.length > FIELDS ? last : 0);
  }

  /** The steal between two times, as a share of all processors' time. */
  double stealPercentUntil(ProcessorTicks later) {
    long passed = later.all - all;
    return passed <= 0 ? 0 : 100.0 * (later.steal - steal) / passed;
  }
}
