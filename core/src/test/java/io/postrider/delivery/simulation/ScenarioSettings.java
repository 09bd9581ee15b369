package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryRules;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The settings of a seed's scenario. Scenarios enable different faults, so that one kind of fault
 * does not always hide another.
 *
 * @param messages the approximate number of messages
 * @param greedy whether records become invalid when the call that passed them returns
 * @param deletes the share of messages that are deletes
 * @param users the number of users of each source
 */
record ScenarioSettings(
    Duration duration,
    int partitions,
    int destinations,
    int messages,
    DeliveryRules rules,
    Set<FaultInjector.Kind> faults,
    int troubles,
    long flushEveryMillis,
    long budgetBytes,
    boolean greedy,
    boolean acceptsWhileDown,
    double deletes,
    int users) {

  static ScenarioSettings of(SimulationRandom random) {
    EnumSet<FaultInjector.Kind> faults = EnumSet.noneOf(FaultInjector.Kind.class);
    for (FaultInjector.Kind kind : FaultInjector.Kind.values()) {
      if (random.chance(0.6)) {
        faults.add(kind);
      }
    }
    faults.add(FaultInjector.Kind.RECEIVER);
    return new ScenarioSettings(
        Duration.ofMinutes(random.between(120, 480)),
        random.chance(0.7) ? 1 : 2,
        random.between(2, 5),
        random.between(100, 900),
        rules(random),
        faults,
        random.between(15, 80),
        random.between(100, 1_000),
        random.chance(0.7) ? Long.MAX_VALUE : random.magnitude(300, 20_000),
        random.chance(0.3),
        random.chance(0.5),
        random.pick(List.of(0.0, 0.02, 0.15)),
        random.between(1, MessageGenerator.USERS));
  }

  private static DeliveryRules rules(SimulationRandom random) {
    if (random.chance(0.2)) {
      return DeliveryRules.DEFAULT;
    }
    int first = random.between(1, 8);
    return new DeliveryRules(
        Duration.ofMillis(random.magnitude(500, 5_000)),
        Duration.ofSeconds(random.magnitude(10, 1_800)),
        Duration.ofMinutes(random.magnitude(5, 240)),
        Duration.ofSeconds(random.magnitude(5, 1_800)),
        random.between(1, 10),
        first,
        random.between(first, first + 16),
        (int) random.magnitude(1, 200),
        (int) random.magnitude(1, 200),
        (int) random.magnitude(300, 50_000),
        random.between(1, 16));
  }

  ContractTimes times() {
    return new ContractTimes(rules);
  }

  MessageGenerator.Saying saying(SimulationRandom random) {
    if (random.chance(deletes)) {
      return MessageGenerator.Saying.DELETE;
    }
    return switch (random.below(8)) {
      case 0 -> MessageGenerator.Saying.BLOCKABLE;
      case 1 -> MessageGenerator.Saying.LONG;
      case 2, 3 -> MessageGenerator.Saying.IDENTIFY;
      default -> MessageGenerator.Saying.TRACK;
    };
  }
}
