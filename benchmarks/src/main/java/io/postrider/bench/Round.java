package io.postrider.bench;

import io.postrider.bench.load.LoadResult;
import java.time.Duration;

/**
 * One measured run: what the generator saw, and what it cost both sides.
 *
 * @param serverCpu processor time of the server
 * @param generatorCpu processor time of the generator
 * @param took from the plan to the result, connecting and draining included
 */
record Round(LoadResult load, Duration serverCpu, Duration generatorCpu, Duration took) {

  double cpuMicrosPerRequest() {
    return serverCpu.toNanos() / 1e3 / Math.max(1, load.answered());
  }

  /** How many processors the generator used; one thread that is never idle uses one. */
  double generatorCores() {
    return (double) generatorCpu.toNanos() / took.toNanos();
  }
}
