package io.postrider.audience;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Audiences and computed traits for tests. */
final class SampleDefinitions {

  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  static final Comparison ONCE =
      new Comparison(Operator.AT_LEAST, List.of(Value.of(Decimal.of("1"))));

  private SampleDefinitions() {}

  static ComputationSettings settings(DestinationId... destinations) {
    return new ComputationSettings("n", true, List.of(destinations), SyncSchedule.REALTIME);
  }

  /** People who are in any of some audiences. */
  static AudienceCondition in(String... keys) {
    return new AudienceCondition.Any(
        Stream.of(keys).<AudienceCondition>map(AudienceCondition.InAudience::new).toList());
  }

  static Audience audience(String key, AudienceCondition definition) {
    ComputationId id = new ComputationId(ComputationKind.AUDIENCE, key.hashCode());
    return Audience.of(id, key, settings(), definition, NOON);
  }

  static ComputedTrait trait(String key, String event) {
    return ComputedTrait.of(
        new ComputationId(ComputationKind.TRAIT, key.hashCode()),
        key,
        settings(),
        new TraitDefinition(AggregateKind.EVENT_COUNT, event, null, List.of(), null),
        NOON);
  }
}
