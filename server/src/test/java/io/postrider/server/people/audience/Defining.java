package io.postrider.server.people.audience;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.SyncSchedule;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.id.DestinationId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short forms of definitions for tests. */
final class Defining {

  static final DestinationId HERE = new DestinationId(7);
  static final DestinationId THERE = new DestinationId(-8);

  private Defining() {}

  static Audience audience(long id, String key, AudienceCondition definition) {
    return audience(id, key, definition, 1, true, SyncSchedule.REALTIME, HERE);
  }

  static Audience audience(
      long id,
      String key,
      AudienceCondition definition,
      long version,
      boolean enabled,
      SyncSchedule sync,
      DestinationId... destinations) {
    return new Audience(
        new ComputationId(ComputationKind.AUDIENCE, id),
        key,
        new ComputationSettings(key, enabled, List.of(destinations), sync),
        definition,
        version,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  static ComputedTrait trait(long id, String key, TraitDefinition definition) {
    return trait(id, key, definition, HERE);
  }

  static ComputedTrait trait(
      long id, String key, TraitDefinition definition, DestinationId... destinations) {
    return new ComputedTrait(
        new ComputationId(ComputationKind.TRAIT, id),
        key,
        new ComputationSettings(key, true, List.of(destinations), SyncSchedule.REALTIME),
        definition,
        1,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  static TraitDefinition value(AggregateKind kind, String event, @Nullable String property) {
    return new TraitDefinition(
        kind, event, property == null ? null : List.of(property), List.of(), null);
  }

  /** Profiles with at least so many events. */
  static AudienceCondition did(String event, int times) {
    return did(event, times, null);
  }

  static AudienceCondition did(String event, int times, @Nullable Duration within) {
    return new AudienceCondition.EventCount(
        event, List.of(), within, compare(Operator.AT_LEAST, Integer.toString(times)));
  }

  static AudienceCondition has(String trait, String text) {
    return new AudienceCondition.TraitIs(
        trait, new Comparison(Operator.EQUALS, List.of(Value.of(text))));
  }

  static AudienceCondition atLeast(String trait, String number) {
    return new AudienceCondition.TraitIs(trait, compare(Operator.AT_LEAST, number));
  }

  static AudienceCondition in(String audience) {
    return new AudienceCondition.InAudience(audience);
  }

  static AudienceCondition not(AudienceCondition condition) {
    return new AudienceCondition.Not(condition);
  }

  static AudienceCondition all(AudienceCondition... conditions) {
    return new AudienceCondition.All(new ArrayList<>(List.of(conditions)));
  }

  private static Comparison compare(Operator operator, String number) {
    return new Comparison(operator, List.of(Value.of(Decimal.of(number))));
  }
}
