package io.postrider.audience;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Aggregates the values of a person's events for a computed trait. Pure.
 *
 * <p>Lists and objects are ignored. Sums are exact. Booleans are ordered before numbers, and
 * numbers before texts.
 */
public final class Aggregation {

  /** Maximum number of values of a list; the first ones in order are used. */
  public static final int MAX_LIST_VALUES = 1_000;

  public static final int MAX_LIST_BYTES = 16_384;

  /** Digits of an average; a double holds this many without loss. */
  public static final int AVERAGE_DIGITS = 15;

  /** Maximum length of a summed number; sums ignore longer ones. */
  public static final int MAX_NUMBER_LENGTH = 100;

  /** Maximum absolute exponent of a summed number; sums ignore larger ones. */
  public static final int MAX_EXPONENT = 400;

  private static final Comparator<Value> IN_ORDER = Aggregation::compare;

  private Aggregation() {}

  /** Aggregates a number of events; missing if it is 0. */
  public static Value count(long events) {
    return events == 0 ? Value.MISSING : number(events);
  }

  /**
   * Aggregates values, earliest first; missing if no value is usable.
   *
   * @param kind a kind that needs a property
   */
  public static Value of(AggregateKind kind, List<Value> values) {
    List<Value> usable = values.stream().filter(Aggregation::isSingle).toList();
    List<Decimal> numbers = kind.isNumeric() ? numbers(usable) : List.of();
    if (usable.isEmpty() || (kind.isNumeric() && numbers.isEmpty())) {
      return Value.MISSING;
    }
    return switch (kind) {
      case EVENT_COUNT -> throw new IllegalArgumentException("events have no value to be counted");
      case SUM -> sum(numbers);
      case AVERAGE -> average(numbers);
      case MIN -> Value.of(numbers.stream().min(Comparator.naturalOrder()).orElseThrow());
      case MAX -> Value.of(numbers.stream().max(Comparator.naturalOrder()).orElseThrow());
      case MOST_FREQUENT -> mostFrequent(usable);
      case FIRST -> usable.getFirst();
      case LAST -> usable.getLast();
      case UNIQUE_LIST -> list(usable);
      case UNIQUE_COUNT -> number(usable.stream().distinct().count());
    };
  }

  private static boolean isSingle(Value value) {
    return switch (value) {
      case Value.Text _, Value.Numeric _, Value.Bool _ -> true;
      case Value.Missing _, Value.Items _, Value.Nested _ -> false;
    };
  }

  private static List<Decimal> numbers(List<Value> values) {
    return values.stream()
        .filter(Value.Numeric.class::isInstance)
        .map(value -> ((Value.Numeric) value).number())
        .toList();
  }

  private static Value number(long number) {
    return Value.of(Decimal.of(Long.toString(number)));
  }

  private static Value sum(List<Decimal> numbers) {
    List<BigDecimal> exact = exact(numbers);
    return exact.isEmpty() ? Value.MISSING : number(total(exact));
  }

  private static Value average(List<Decimal> numbers) {
    List<BigDecimal> exact = exact(numbers);
    return exact.isEmpty()
        ? Value.MISSING
        : number(
            total(exact).divide(BigDecimal.valueOf(exact.size()), new MathContext(AVERAGE_DIGITS)));
  }

  private static List<BigDecimal> exact(List<Decimal> numbers) {
    return numbers.stream()
        .map(Decimal::toString)
        .filter(Aggregation::isSummable)
        .map(BigDecimal::new)
        .toList();
  }

  /** Bounds the number of digits of a sum. */
  private static boolean isSummable(String text) {
    int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
    String power = exponent < 0 ? "0" : text.substring(exponent + 1);
    return text.length() <= MAX_NUMBER_LENGTH
        && power.length() <= 6
        && Math.abs(Integer.parseInt(power)) <= MAX_EXPONENT;
  }

  private static BigDecimal total(List<BigDecimal> numbers) {
    return numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Value number(BigDecimal number) {
    return Value.of(Decimal.of(number.stripTrailingZeros().toString()));
  }

  /** The most frequent value; among equally frequent ones the first in order. */
  private static Value mostFrequent(List<Value> values) {
    Map<Value, Integer> counts = new HashMap<>();
    values.forEach(value -> counts.merge(value, 1, Integer::sum));
    Value best = values.getFirst();
    for (Map.Entry<Value, Integer> entry : counts.entrySet()) {
      int more = entry.getValue().compareTo(counts.getOrDefault(best, 0));
      if (more > 0 || (more == 0 && IN_ORDER.compare(entry.getKey(), best) < 0)) {
        best = entry.getKey();
      }
    }
    return best;
  }

  /** Values that are too long for a list are left out. */
  private static Value list(List<Value> values) {
    List<Value> listed = new ArrayList<>();
    int length = 0;
    TreeSet<Value> unique = new TreeSet<>(IN_ORDER);
    unique.addAll(values);
    for (Value value : unique) {
      int needed = TraitValueJson.sent(value).getBytes(StandardCharsets.UTF_8).length + 1;
      if (needed > MAX_LIST_BYTES) {
        continue;
      }
      length += needed;
      if (listed.size() == MAX_LIST_VALUES || length > MAX_LIST_BYTES) {
        break;
      }
      listed.add(value);
    }
    return listed.isEmpty() ? Value.MISSING : new Value.Items(listed);
  }

  private static int compare(Value one, Value other) {
    return switch (one) {
      case Value.Text(String text) when other instanceof Value.Text(String second) ->
          text.compareTo(second);
      case Value.Numeric(Decimal number) when other instanceof Value.Numeric(Decimal second) ->
          number.compareTo(second);
      case Value.Bool(boolean truth) when other instanceof Value.Bool(boolean second) ->
          Boolean.compare(truth, second);
      default -> Integer.compare(rank(one), rank(other));
    };
  }

  private static int rank(Value value) {
    return switch (value) {
      case Value.Missing _, Value.Items _, Value.Nested _ -> 0;
      case Value.Bool _ -> 1;
      case Value.Numeric _ -> 2;
      case Value.Text _ -> 3;
    };
  }
}
