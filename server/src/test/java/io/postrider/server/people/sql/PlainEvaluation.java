package io.postrider.server.people.sql;

import io.postrider.audience.AudienceCondition;
import io.postrider.audience.PropertyCondition;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.server.people.sql.TestProfile.Happening;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The plain evaluation of definitions over profiles in memory. It shares only the meaning of a
 * single comparison with the compiler.
 */
final class PlainEvaluation {

  private final long now;

  PlainEvaluation(long now) {
    this.now = now;
  }

  boolean holds(AudienceCondition condition, TestProfile person) {
    return switch (condition) {
      case AudienceCondition.All all ->
          all.conditions().stream().allMatch(each -> holds(each, person));
      case AudienceCondition.Any any ->
          any.conditions().stream().anyMatch(each -> holds(each, person));
      case AudienceCondition.Not not -> !holds(not.condition(), person);
      case AudienceCondition.TraitIs trait ->
          trait
              .comparison()
              .holds(
                  RandomProfiles.COMPUTED.contains(trait.name())
                      ? value(person.computed().get(trait.name()))
                      : value(person.traits().get(trait.name())));
      case AudienceCondition.InAudience audience -> person.audiences().contains(audience.key());
      case AudienceCondition.EventCount count -> {
        TraitDefinition events =
            new TraitDefinition(
                io.postrider.audience.AggregateKind.EVENT_COUNT,
                count.event(),
                null,
                count.where(),
                count.within());
        yield count.count().holds(number(counting(events, person).size()));
      }
    };
  }

  /** The matching events, oldest first. */
  private List<Happening> counting(TraitDefinition definition, TestProfile person) {
    return person.happenings().stream()
        .filter(happening -> happening.event().equals(definition.event()))
        .filter(
            happening ->
                definition.within() == null
                    || happening.at() > now - definition.within().toMillis())
        .filter(
            happening ->
                definition.where().stream().allMatch(where -> holds(where, happening.properties())))
        .sorted(Comparator.comparingLong(Happening::at).thenComparingLong(Happening::number))
        .toList();
  }

  private static boolean holds(PropertyCondition where, Map<String, Object> properties) {
    Comparison comparison = where.comparison();
    return comparison.holds(value(at(properties, where.path())));
  }

  private static @Nullable Object at(Map<String, Object> properties, List<String> path) {
    Object value = properties;
    for (String key : path) {
      value = value instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return value;
  }

  /** The value of a computed trait as JSON; null if there is none. */
  @Nullable String computed(TraitDefinition definition, TestProfile person) {
    List<Happening> counting = counting(definition, person);
    List<Object> values = new ArrayList<>();
    List<BigDecimal> numbers = new ArrayList<>();
    if (definition.property() != null) {
      for (Happening happening : counting) {
        Object value = at(happening.properties(), definition.property());
        if (value instanceof Decimal decimal) {
          BigDecimal number = new BigDecimal(decimal.toString());
          values.add(number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros());
          numbers.add(number);
        } else if (value instanceof String || value instanceof Boolean) {
          values.add(value);
        }
      }
    }
    return switch (definition.kind()) {
      case EVENT_COUNT -> counting.isEmpty() ? null : Integer.toString(counting.size());
      case SUM -> reduced(numbers, BigDecimal::add);
      case AVERAGE -> average(numbers);
      case MIN -> reduced(numbers, BigDecimal::min);
      case MAX -> reduced(numbers, BigDecimal::max);
      case FIRST -> values.isEmpty() ? null : json(values.getFirst());
      case LAST -> values.isEmpty() ? null : json(values.getLast());
      case MOST_FREQUENT -> mostFrequent(values);
      case UNIQUE_COUNT ->
          values.isEmpty() ? null : json(BigDecimal.valueOf(unique(values).size()));
      case UNIQUE_LIST ->
          values.isEmpty()
              ? null
              : "[" + String.join(",", unique(values).stream().map(v -> json(v)).toList()) + "]";
    };
  }

  private static @Nullable String reduced(List<BigDecimal> numbers, BinaryOperator<BigDecimal> by) {
    return numbers.stream().reduce(by).map(PlainEvaluation::json).orElse(null);
  }

  private static @Nullable String average(List<BigDecimal> numbers) {
    if (numbers.isEmpty()) {
      return null;
    }
    BigDecimal sum = numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal exact = sum.divide(BigDecimal.valueOf(numbers.size()), 1_000, RoundingMode.HALF_UP);
    return json(exact.round(new java.math.MathContext(15, RoundingMode.HALF_UP)));
  }

  private static @Nullable String mostFrequent(List<Object> values) {
    Object best = null;
    for (Object value : unique(values)) {
      if (best == null
          || Collections.frequency(values, value) > Collections.frequency(values, best)) {
        best = value;
      }
    }
    return best == null ? null : json(best);
  }

  private static List<Object> unique(List<Object> values) {
    Map<Object, Object> unique = new LinkedHashMap<>();
    values.forEach(value -> unique.put(value, value));
    return unique.keySet().stream()
        .sorted(
            Comparator.<Object>comparingInt(
                    value -> value instanceof Boolean ? 0 : value instanceof BigDecimal ? 1 : 2)
                .thenComparing(PlainEvaluation::compare))
        .toList();
  }

  private static int compare(Object one, Object other) {
    if (one instanceof Boolean truth && other instanceof Boolean second) {
      return truth.compareTo(second);
    }
    if (one instanceof BigDecimal number && other instanceof BigDecimal second) {
      return number.compareTo(second);
    }
    return one.toString().compareTo(other.toString());
  }

  /** As JSON, with numbers in one notation. */
  static String json(Object value) {
    return switch (value) {
      case BigDecimal number -> "#" + number.stripTrailingZeros().toPlainString();
      case String text -> io.postrider.message.CanonicalJson.quoted(text);
      default -> value.toString();
    };
  }

  static Value number(long number) {
    return Value.of(Decimal.of(Long.toString(number)));
  }

  static Value value(@Nullable Object plain) {
    return switch (plain) {
      case null -> Value.MISSING;
      case String text -> Value.of(text);
      case Decimal number -> Value.of(number);
      case Boolean truth -> Value.of(truth);
      case List<?> list -> new Value.Items(list.stream().map(PlainEvaluation::value).toList());
      default -> Value.NESTED;
    };
  }
}
