package io.postrider.ownership.simulation;

import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.simulation.SimulationRandom;
import java.time.Duration;

/**
 * The settings of a world.
 *
 * @param staticMembers whether a node returns to the group under its name
 * @param gapMillis the mean time between faults
 */
record ClusterScenario(
    int nodes,
    int partitions,
    int destinations,
    boolean staticMembers,
    long sessionMillis,
    long flushMillis,
    long durationMillis,
    double gapMillis) {

  /** Nothing is given up within a world. */
  static final DeliveryRules RULES =
      new DeliveryRules(
          Duration.ofMillis(500),
          Duration.ofSeconds(5),
          Duration.ofHours(4),
          Duration.ofSeconds(5),
          5,
          4,
          16,
          1_000,
          1_000,
          1 << 20,
          16);

  static ClusterScenario of(SimulationRandom random) {
    return new ClusterScenario(
        random.between(2, 4),
        random.between(1, 5),
        random.between(1, 2),
        random.chance(0.5),
        random.between(3_000L, 10_000L),
        random.between(100L, 1_000L),
        random.between(30_000L, 100_000L),
        random.between(1_000, 5_000));
  }
}
