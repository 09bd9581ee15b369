package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The CPU time of all processes on this machine since boot. */
final class ProcessorUse {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int MILLIS_PER_TICK = 10;
  private static final double BUSY_CORES = 0.1;

  private ProcessorUse() {}

  /** User and system time, without interrupts. */
  static Duration total() throws IOException {
    return total(Files.readAllLines(STAT).getFirst());
  }

  static Duration total(String cpuLine) {
    List<String> fields = List.of(cpuLine.trim().split("\\s+"));
    long user = Long.parseLong(fields.get(1));
    long nice = Long.parseLong(fields.get(2));
    long system = Long.parseLong(fields.get(3));
    return Duration.ofMillis((user + nice + system) * MILLIS_PER_TICK);
  }

  /** Measures for a second whether other processes use the CPU, and prints a warning. */
  static double warnIfBusy() throws IOException, InterruptedException {
    Duration before = total();
    Thread.sleep(Duration.ofSeconds(1));
    double cores = total().minus(before).toMillis() / 1e3;
    if (cores > BUSY_CORES) {
      System.out.printf(
          "Warning: other processes use %.2f cores; the figures will be unreliable.%n", cores);
    }
    return cores;
  }
}
