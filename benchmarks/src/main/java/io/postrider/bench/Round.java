package io.postrider.bench;

import io.postrider.bench.load.LoadResult;
import java.time.Duration;

/**
 * One measured run: the generator's result and the CPU time.
 *
 * @param serverCpu CPU time of the server
 * @param generatorCpu CPU time of the generator
 * @param allCpu CPU time of all processes on the machine
 * @param took duration, including connecting and draining
 */
record Round(
    LoadResult load, Duration serverCpu, Duration generatorCpu, Duration allCpu, Duration took) {

  double cpuMicrosPerRequest() {
    return serverCpu.toNanos() / 1e3 / Math.max(1, load.answered());
  }

  /** The cores that the generator used; its one thread can use at most one. */
  double generatorCores() {
    return cores(generatorCpu);
  }

  /** The cores that other processes used; none on an idle machine. */
  double otherCores() {
    return Math.max(0, cores(allCpu.minus(serverCpu).minus(generatorCpu)));
  }

  private double cores(Duration cpu) {
    return (double) cpu.toNanos() / took.toNanos();
  }
}
