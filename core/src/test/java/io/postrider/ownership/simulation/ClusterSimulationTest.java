package io.postrider.ownership.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/**
 * Simulates minutes of a cluster with faults for many seeds. Select one seed with {@code
 * -Dpostrider.seed}, the number of seeds with {@code -Dpostrider.seeds}, the first one with {@code
 * -Dpostrider.first}.
 */
class ClusterSimulationTest {

  private static final long FIRST = 20_260_101;
  private static final int SEEDS = 200;

  @Test
  void everyInvariant_holdsAtEveryStep() {
    Long only = Long.getLong("postrider.seed");
    long first = only == null ? Long.getLong("postrider.first", FIRST) : only;
    int seeds = only == null ? Integer.getInteger("postrider.seeds", SEEDS) : 1;
    long began = System.nanoTime();
    long repeats = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      try {
        repeats += ClusterSimulation.repeats(seed);
      } catch (RuntimeException failed) {
        fail(ClusterSimulation.report(seed));
      }
    }
    System.out.printf(
        "ClusterSimulationTest: %d seeds from %d, %.1f in a second, %d repeats%n",
        seeds, first, seeds * 1e9 / (System.nanoTime() - began), repeats);
  }

  @Test
  void seed_isDeterministic() {
    assertThat(ClusterSimulation.report(FIRST)).isEqualTo(ClusterSimulation.report(FIRST));
  }
}
