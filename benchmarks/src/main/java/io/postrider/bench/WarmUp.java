package io.postrider.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs a program until its JIT compiler has little left to do. The rate would not tell: it stays
 * level while code is compiled, and rises when the compiler gives its processor back.
 *
 * @param minimum the time that it takes at least
 * @param maximum the time after which no turn begins
 */
record WarmUp(Duration minimum, Duration maximum) {
  /** The share of a processor that the JIT compiler takes while a program is not warm. */
  private static final double STILL_COMPILING = 0.05;

  /** One turn of the program: some seconds of load. */
  interface Turn {
    void run() throws IOException, InterruptedException;
  }

  /** Repeats turns of the program with this process ID; one at least. */
  void repeat(long pid, Turn turn) throws IOException, InterruptedException {
    repeat(List.of(pid), turn);
  }

  /** Repeats turns of programs that share the load, until each of them has little left to do. */
  void repeat(List<Long> pids, Turn turn) throws IOException, InterruptedException {
    Duration spent = Duration.ZERO;
    boolean compiling = true;
    while (spent.compareTo(minimum) < 0 || (compiling && spent.compareTo(maximum) < 0)) {
      List<Duration> before = pids.stream().map(ProcessorUse::ofCompiler).toList();
      long startNanos = System.nanoTime();
      turn.run();
      Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
      compiling = false;
      for (int i = 0; i < pids.size(); i++) {
        Duration compiled = ProcessorUse.ofCompiler(pids.get(i)).minus(before.get(i));
        compiling |= compiled.toMillis() > took.toMillis() * STILL_COMPILING;
      }
      spent = spent.plus(took);
    }
  }
}
