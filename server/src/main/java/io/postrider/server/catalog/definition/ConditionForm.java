package io.postrider.server.catalog.definition;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.AudienceCondition.EventCount;
import io.postrider.audience.ComputationKey;
import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.server.http.admin.ComparisonForm;
import io.postrider.server.http.admin.ConditionShape;
import io.postrider.server.http.admin.ConditionTreeForm;
import io.postrider.server.http.admin.Fields;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and validates the condition of an audience. */
final class ConditionForm implements ConditionShape<AudienceCondition> {

  private static final String COUNT =
      "must be an integer between 0 and %,d".formatted(EventCount.MAX_COUNT);
  private static final List<Operator> COUNTING =
      Stream.of(Operator.values()).filter(EventCount.OPERATORS::contains).toList();
  private static final ConditionForm FORM = new ConditionForm();

  private ConditionForm() {}

  /** The condition in a field; null if it is invalid. */
  static @Nullable AudienceCondition read(Fields outer, String field, JsonNode node) {
    AudienceCondition condition = ConditionTreeForm.read(FORM, outer, field, node);
    if (condition != null && condition.size() > AudienceCondition.MAX_CONDITIONS) {
      outer.wrong(
          field,
          "must have at most %d conditions, including those in where"
              .formatted(AudienceCondition.MAX_CONDITIONS));
    }
    return condition;
  }

  @Override
  public List<String> simple() {
    return List.of("trait", "event", "audience");
  }

  @Override
  public List<String> beside() {
    return List.of("op", "value", "where", "within", "count");
  }

  @Override
  public int deepest() {
    return AudienceCondition.MAX_DEPTH;
  }

  @Override
  public int most() {
    return AudienceCondition.MAX_CONDITIONS;
  }

  @Override
  public AudienceCondition all(List<AudienceCondition> conditions) {
    return new AudienceCondition.All(conditions);
  }

  @Override
  public AudienceCondition any(List<AudienceCondition> conditions) {
    return new AudienceCondition.Any(conditions);
  }

  @Override
  public AudienceCondition not(AudienceCondition condition) {
    return new AudienceCondition.Not(condition);
  }

  @Override
  public @Nullable AudienceCondition read(String kind, Fields fields) {
    return switch (kind) {
      case "trait" -> trait(fields);
      case "event" -> events(fields);
      default -> audience(fields);
    };
  }

  private static @Nullable AudienceCondition trait(Fields fields) {
    String name = EventForm.name(fields, "trait", AudienceCondition.MAX_TRAIT_LENGTH);
    Comparison comparison = ComparisonForm.read(fields);
    return name == null || comparison == null
        ? null
        : new AudienceCondition.TraitIs(name, comparison);
  }

  private static @Nullable AudienceCondition events(Fields fields) {
    EventForm events = EventForm.read(fields);
    Fields inner = fields.require("count").object("count");
    Comparison count = inner == null ? null : count(inner);
    return events.event() == null || count == null
        ? null
        : new EventCount(events.event(), events.where(), events.within(), count);
  }

  private static @Nullable Comparison count(Fields fields) {
    Comparison count = ComparisonForm.read(fields, COUNTING);
    JsonNode value = fields.node("value");
    if (count != null && value != null && !isCount(value)) {
      fields.wrong("value", COUNT);
      return null;
    }
    return count;
  }

  private static boolean isCount(JsonNode node) {
    BigDecimal number = node.isNumber() ? node.decimalValue() : BigDecimal.ONE.negate();
    return number.signum() >= 0
        && number.compareTo(BigDecimal.valueOf(EventCount.MAX_COUNT)) <= 0
        && number.stripTrailingZeros().scale() <= 0;
  }

  private static @Nullable AudienceCondition audience(Fields fields) {
    String key = EventForm.name(fields, "audience", ComputationKey.MAX_LENGTH);
    return key == null ? null : new AudienceCondition.InAudience(key);
  }
}
