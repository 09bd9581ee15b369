package io.postrider.delivery.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hours of traffic for each of many seeds, with everything going wrong that can. One seed by {@code
 * -Dpostrider.seed}, more of them by {@code -Dpostrider.seeds}, others by {@code
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

  /** Worlds in which something was wrong once. */
  @ParameterizedTest
  @ValueSource(longs = {1_794_748_614_112L})
  void seedThatFoundSomething_findsNothingMore(long seed) {
    assertThat(Simulation.failure(seed)).isNull();
  }

  @Test
  void aSeed_alwaysMakesTheSameWorld() {
    assertThat(Simulation.report(FIRST)).isEqualTo(Simulation.report(FIRST));
  }
}
