package io.postrider.server.people.sql;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.PropertyCondition;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.message.Timestamps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random definitions of every form, about the profiles of {@link RandomProfiles}. */
final class RandomDefinitions {

  private final Random random;
  private final RandomProfiles people;

  RandomDefinitions(Random random) {
    this.random = random;
    this.people = new RandomProfiles(random);
  }

  AudienceCondition condition(int depth) {
    int choice = random.nextInt(depth > 3 ? 3 : 6);
    return switch (choice) {
      case 0 -> new AudienceCondition.TraitIs(people.one(RandomProfiles.NAMES), comparison());
      case 1 ->
          people.oneIn(3)
              ? new AudienceCondition.InAudience(people.one(RandomProfiles.AUDIENCES))
              : new AudienceCondition.TraitIs(people.one(RandomProfiles.COMPUTED), comparison());
      case 2 ->
          new AudienceCondition.EventCount(
              people.one(RandomProfiles.EVENTS), where(), within(), count());
      case 3 -> new AudienceCondition.All(some(depth));
      case 4 -> new AudienceCondition.Any(some(depth));
      default -> new AudienceCondition.Not(condition(depth + 1));
    };
  }

  private List<AudienceCondition> some(int depth) {
    List<AudienceCondition> some = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      some.add(condition(depth + 1));
    }
    return some;
  }

  TraitDefinition trait() {
    AggregateKind kind = people.one(List.of(AggregateKind.values()));
    return new TraitDefinition(
        kind,
        people.one(RandomProfiles.EVENTS),
        kind.ofProperty() ? path() : null,
        where(),
        within());
  }

  private List<PropertyCondition> where() {
    List<PropertyCondition> where = new ArrayList<>();
    int count = people.oneIn(2) ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      where.add(new PropertyCondition(path(), comparison()));
    }
    return where;
  }

  private List<String> path() {
    List<String> path = new ArrayList<>();
    int count = people.oneIn(3) ? 1 + random.nextInt(3) : 1;
    for (int i = 0; i < count; i++) {
      path.add(people.one(RandomProfiles.NAMES));
    }
    return path;
  }

  private @Nullable Duration within() {
    return people.oneIn(2) ? null : Duration.ofHours(1 + random.nextInt(3));
  }

  private Comparison count() {
    Operator operator = people.one(List.copyOf(AudienceCondition.EventCount.OPERATORS));
    String number = people.one(List.of("0", "1", "2", "3", "1.0", "1e0", "1000000000"));
    return new Comparison(operator, List.of(Value.of(Decimal.of(number))));
  }

  Comparison comparison() {
    Operator operator = people.one(List.of(Operator.values()));
    List<Value> operands =
        switch (operator.operand()) {
          case NONE -> List.of();
          case NUMBER -> List.of(Value.of(Decimal.of(people.one(RandomProfiles.NUMBERS))));
          case TIME -> List.of(Value.of(time()));
          case FILLED_TEXT -> List.of(Value.of(filled()));
          case SCALAR -> List.of(scalar());
          case FILLED_SCALAR -> List.of(filledScalar());
          case SCALARS -> List.of(scalar(), scalar(), scalar());
          case FILLED_SCALARS -> List.of(filledScalar(), filledScalar());
        };
    return new Comparison(operator, operands);
  }

  private String time() {
    return people.one(
        RandomProfiles.TEXTS.stream()
            .filter(text -> Timestamps.parse(text) != Timestamps.UNREADABLE)
            .toList());
  }

  private String filled() {
    return people.one(RandomProfiles.TEXTS.stream().filter(text -> !text.isEmpty()).toList());
  }

  private Value scalar() {
    return PlainEvaluation.value(people.single());
  }

  private Value filledScalar() {
    Value value = scalar();
    return value.equals(Value.of("")) ? Value.of("a") : value;
  }
}
