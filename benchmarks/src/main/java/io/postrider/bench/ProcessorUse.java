package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How busy all programs of this machine have kept its processors since it started. */
final class ProcessorUse {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int MILLIS_PER_TICK = 10;
  private static final double BUSY_CORES = 0.1;

  private ProcessorUse() {}

  /** Time spent in programs and in the kernel for them; interrupts left out. */
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

  /** Looks for a second whether something else is using the processors, and says so. */
  static double warnIfBusy() throws IOException, InterruptedException {
    Duration before = total();
    Thread.sleep(Duration.ofSeconds(1));
    double cores = total().minus(before).toMillis() / 1e3;
    if (cores > BUSY_CORES) {
      System.out.printf("Something else is using %.2f processors: figures will suffer.%n", cores);
    }
    return cores;
  }
}
