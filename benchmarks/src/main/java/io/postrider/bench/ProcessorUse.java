package io.postrider.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The CPU time of this machine's processes. */
final class ProcessorUse {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int MILLIS_PER_TICK = 10;
  private static final double BUSY_CORES = 0.1;

  private ProcessorUse() {}

  /** User and system time of all processes since boot, without interrupts. */
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

  /** The CPU time of the threads of a JVM that run now, except those of its JIT compiler. */
  static Duration withoutCompiler(long pid) {
    return threads(pid, stat -> !isCompiler(stat));
  }

  /** The CPU time of the threads of a JVM's JIT compiler that run now. */
  static Duration ofCompiler(long pid) {
    return threads(pid, ProcessorUse::isCompiler);
  }

  private static boolean isCompiler(String stat) {
    return stat.contains("CompilerThre");
  }

  private static Duration threads(long pid, Predicate<String> which) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      long ticks =
          threads.map(ProcessorUse::stat).filter(which).mapToLong(ProcessorUse::ticks).sum();
      return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String stat(Path thread) {
    try {
      return Files.readString(thread.resolve("stat"));
    } catch (IOException ended) {
      return "";
    }
  }

  /** User and system time: the 14th and 15th word, counted from the name in parentheses. */
  private static long ticks(String stat) {
    if (stat.isEmpty()) {
      return 0;
    }
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(words[11]) + Long.parseLong(words[12]);
  }
}
