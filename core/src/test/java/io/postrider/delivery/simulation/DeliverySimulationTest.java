package io.postrider.delivery.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulates hours of traffic with faults for many seeds. Select one seed with {@code
 * -Dpostrider.seed}, the number of seeds with {@code -Dpostrider.seeds}, the first one with {@code
 * -Dpostrider.first}.
 */
class DeliverySimulationTest {

  private static final long FIRST = 20_260_101;
  private static final int SEEDS = 300;

  @Test
  void everyInvariant_holdsAtEveryStep() {
    Long only = Long.getLong("postrider.seed");
    long first = only == null ? Long.getLong("postrider.first", FIRST) : only;
    int seeds = only == null ? Integer.getInteger("postrider.seeds", SEEDS) : 1;
    long began = System.nanoTime();
    for (long seed = first; seed < first + seeds; seed++) {
      if (Simulation.failure(seed) != null) {
        fail(Simulation.report(seed));
      }
    }
    System.out.printf(
        "DeliverySimulationTest: %d seeds from %d, %.1f in a second%n",
        seeds, first, seeds * 1e9 / (System.nanoTime() - began));
  }

  /** Seeds that failed once. */
  @ParameterizedTest
  @ValueSource(longs = {1_794_748_614_112L})
  void formerlyFailingSeed_passes(long seed) {
    assertThat(Simulation.failure(seed)).isNull();
  }

  @Test
  void seed_isDeterministic() {
    assertThat(Simulation.report(FIRST)).isEqualTo(Simulation.report(FIRST));
  }
}
