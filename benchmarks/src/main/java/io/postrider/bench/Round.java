package io.postrider.bench;

import io.postrider.bench.load.LoadResult;
import java.time.Duration;

/**
 * One measured run: what the generator saw, and what it cost both sides.
 *
 * @param serverCpu processor time of the server
 * @param generatorCpu processor time of the generator
 * @param allCpu processor time of all programs on the machine
 * @param took from the plan to the result, connecting and draining included
 */
record Round(
    LoadResult load, Duration serverCpu, Duration generatorCpu, Duration allCpu, Duration took) {

  double cpuMicrosPerRequest() {
    return serverCpu.toNanos() / 1e3 / Math.max(1, load.answered());
  }

  /** How many processors the generator used; one thread that is never idle uses one. */
  double generatorCores() {
    return cores(generatorCpu);
  }

  /** How many processors went to programs that have no part in this: none, on a quiet machine. */
  double otherCores() {
    return Math.max(0, cores(allCpu.minus(serverCpu).minus(generatorCpu)));
  }

  private double cores(Duration cpu) {
    return (double) cpu.toNanos() / took.toNanos();
  }
}
