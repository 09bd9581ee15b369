package io.postrider.condition;

import io.postrider.message.Timestamps;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;

/**
 * Evaluates an operator on a value: the semantics of conditions. Pure and thread-safe.
 *
 * <p>Texts are compared character by character, numbers by their exact decimal value, times as
 * moments. Nothing is converted: {@code "5"} is no number and {@code 1} is not true. A comparison
 * with a value that is missing or of another type is false, also for <i>not</i> operators; only
 * {@code not_exists} is true for a missing value. A list contains an operand if one of its elements
 * equals it.
 */
public record Comparison(Operator operator, List<Value> operands) {

  public static final int MAX_OPERANDS = 100;
  public static final int MAX_TEXT_LENGTH = 1_000;
  public static final int MAX_NUMBER_LENGTH = 100;

  private enum Answer {
    YES,
    NO,
    MISTYPED;

    static Answer of(boolean yes) {
      return yes ? YES : NO;
    }
  }

  public Comparison {
    operands = List.copyOf(operands);
  }

  public boolean holds(Value actual) {
    return switch (operator) {
      case EXISTS -> !(actual instanceof Value.Missing);
      case NOT_EXISTS -> actual instanceof Value.Missing;
      case EQUALS -> equal(actual, first()) == Answer.YES;
      case NOT_EQUALS -> equal(actual, first()) == Answer.NO;
      case ONE_OF -> any(actual, Comparison::equal);
      case LESS_THAN -> ordered(actual, order -> order < 0);
      case AT_MOST -> ordered(actual, order -> order <= 0);
      case GREATER_THAN -> ordered(actual, order -> order > 0);
      case AT_LEAST -> ordered(actual, order -> order >= 0);
      case CONTAINS -> contained(actual, first()) == Answer.YES;
      case NOT_CONTAINS -> contained(actual, first()) == Answer.NO;
      case CONTAINS_ONE_OF -> any(actual, Comparison::contained);
      case STARTS_WITH ->
          actual instanceof Value.Text(String text)
              && first() instanceof Value.Text(String wanted)
              && text.startsWith(wanted);
      case ENDS_WITH ->
          actual instanceof Value.Text(String text)
              && first() instanceof Value.Text(String wanted)
              && text.endsWith(wanted);
      case BEFORE -> timed(actual, order -> order < 0);
      case AFTER -> timed(actual, order -> order > 0);
    };
  }

  private Value first() {
    return operands.getFirst();
  }

  private boolean any(Value actual, BiFunction<Value, Value, Answer> question) {
    for (Value operand : operands) {
      if (question.apply(actual, operand) == Answer.YES) {
        return true;
      }
    }
    return false;
  }

  private static Answer equal(Value actual, Value wanted) {
    return switch (actual) {
      case Value.Text(String text) when wanted instanceof Value.Text(String other) ->
          Answer.of(text.equals(other));
      case Value.Numeric(Decimal number) when wanted instanceof Value.Numeric(Decimal other) ->
          Answer.of(number.compareTo(other) == 0);
      case Value.Bool(boolean flag) when wanted instanceof Value.Bool(boolean other) ->
          Answer.of(flag == other);
      case Value.Text _, Value.Numeric _, Value.Bool _ -> Answer.MISTYPED;
      case Value.Missing _, Value.Items _, Value.Nested _ -> Answer.MISTYPED;
    };
  }

  private static Answer contained(Value actual, Value wanted) {
    return switch (actual) {
      case Value.Text(String text) when wanted instanceof Value.Text(String part) ->
          Answer.of(text.contains(part));
      case Value.Items(List<Value> items) ->
          Answer.of(items.stream().anyMatch(item -> equal(item, wanted) == Answer.YES));
      case Value.Text _, Value.Numeric _, Value.Bool _ -> Answer.MISTYPED;
      case Value.Missing _, Value.Nested _ -> Answer.MISTYPED;
    };
  }

  private boolean ordered(Value actual, IntPredicate wanted) {
    return actual instanceof Value.Numeric(Decimal number)
        && first() instanceof Value.Numeric(Decimal bound)
        && wanted.test(number.compareTo(bound));
  }

  private boolean timed(Value actual, IntPredicate wanted) {
    long moment = millis(actual);
    long bound = millis(first());
    return moment != Timestamps.UNREADABLE
        && bound != Timestamps.UNREADABLE
        && wanted.test(Long.compare(moment, bound));
  }

  private static long millis(Value value) {
    return value instanceof Value.Text(String text)
        ? Timestamps.parse(text)
        : Timestamps.UNREADABLE;
  }

  /** Whether a text is a time that can be compared. */
  public static boolean isTime(String text) {
    return Timestamps.parse(text) != Timestamps.UNREADABLE;
  }
}
