package io.postrider.server.people.sql;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.PropertyCondition;
import io.postrider.audience.SyncSchedule;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.id.DestinationId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Audiences and computed traits for tests, with everything they can have and odd texts. */
public final class Computations {

  public static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");

  private Computations() {}

  public static Comparison number(Operator operator, String number) {
    return new Comparison(operator, List.of(Value.of(Decimal.of(number))));
  }

  /** A condition of every kind. */
  public static AudienceCondition condition() {
    PropertyCondition property =
        new PropertyCondition(
            List.of("a.b\\c", "d\u0000"),
            new Comparison(
                Operator.ONE_OF,
                List.of(Value.of("Grüße \ud83d\ude80"), Value.of(true), Value.of("\ud800"))));
    return new AudienceCondition.All(
        List.of(
            new AudienceCondition.Any(
                List.of(
                    new AudienceCondition.TraitIs(
                        "plan", new Comparison(Operator.EXISTS, List.of())),
                    new AudienceCondition.TraitIs(
                        "\u0000", number(Operator.LESS_THAN, "12345678901234567890.25")))),
            new AudienceCondition.Not(new AudienceCondition.InAudience("other")),
            new AudienceCondition.EventCount(
                "Order Completed\u0000",
                List.of(property),
                Duration.ofDays(30),
                number(Operator.AT_LEAST, "2")),
            new AudienceCondition.EventCount("x", List.of(), null, number(Operator.EQUALS, "0"))));
  }

  public static Audience audience(long id, String key, DestinationId... destinations) {
    return Audience.of(
        new ComputationId(ComputationKind.AUDIENCE, id),
        key,
        new ComputationSettings("n" + key, true, List.of(destinations), SyncSchedule.REALTIME),
        condition(),
        NOON);
  }

  public static ComputedTrait trait(long id, String key, DestinationId... destinations) {
    return ComputedTrait.of(
        new ComputationId(ComputationKind.TRAIT, id),
        key,
        new ComputationSettings(
            "\ud800 odd \u0000",
            false,
            List.of(destinations),
            new SyncSchedule(Duration.ofMinutes(15))),
        new TraitDefinition(
            AggregateKind.MOST_FREQUENT,
            "Bought",
            List.of("product.kind", "sku"),
            List.of(new PropertyCondition(List.of("total"), number(Operator.GREATER_THAN, "9.99"))),
            Duration.ofHours(36)),
        NOON);
  }
}
