package io.postrider.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ComparisonTest {

  /** Texts are in quotes; [a;b] is a list; - is missing; {} an object. */
  private static Value value(String text) {
    if (text.equals("-")) {
      return Value.MISSING;
    }
    if (text.equals("{}")) {
      return Value.NESTED;
    }
    if (text.startsWith("[")) {
      return new Value.Items(values(text));
    }
    if (text.startsWith("\"")) {
      return Value.of(text.substring(1, text.length() - 1));
    }
    if (text.equals("true") || text.equals("false")) {
      return Value.of(text.equals("true"));
    }
    return Value.of(Decimal.of(text));
  }

  private static List<Value> values(String list) {
    List<Value> values = new ArrayList<>();
    for (String item : list.substring(1, list.length() - 1).split(";", -1)) {
      if (!item.isEmpty()) {
        values.add(value(item));
      }
    }
    return values;
  }

  private static boolean holds(String actual, String operator, String operand) {
    List<Value> operands =
        operand.startsWith("[")
            ? values(operand)
            : operand.equals("-") ? List.of() : List.of(value(operand));
    return new Comparison(Operator.parse(operator).orElseThrow(), operands).holds(value(actual));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "\"a\", equals, \"a\", true",
        "\"a\", equals, \"A\", false",
        "\"\", equals, \"\", true",
        "1.0, equals, 1, true",
        "0.1, equals, 0.10000000000000001, false",
        "9007199254740993, equals, 9007199254740992, false",
        "true, equals, true, true",
        "true, equals, false, false",
        "\"a\", not_equals, \"b\", true",
        "\"a\", not_equals, \"a\", false",
        "2, not_equals, 1, true",
        "false, not_equals, true, true",
        "1, less_than, 2, true",
        "2, less_than, 2, false",
        "2, at_most, 2, true",
        "2.01, at_most, 2, false",
        "3, greater_than, 2, true",
        "2, greater_than, 2, false",
        "2, at_least, 2, true",
        "-1e400, at_least, 2, false",
        "\"abc\", contains, \"bc\", true",
        "\"abc\", contains, \"BC\", false",
        "\"abc\", not_contains, \"x\", true",
        "\"abc\", not_contains, \"b\", false",
        "[\"a\";1;true], contains, \"a\", true",
        "[\"a\";1;true], contains, 1.0, true",
        "[\"a\";1;true], contains, true, true",
        "[\"ab\"], contains, \"a\", false",
        "[[\"a\"]], contains, \"a\", false",
        "[\"ab\"], not_contains, \"a\", true",
        "[], not_contains, \"a\", true",
        "[], contains, \"a\", false",
        "\"abc\", starts_with, \"ab\", true",
        "\"abc\", starts_with, \"bc\", false",
        "\"abc\", ends_with, \"bc\", true",
        "\"abc\", ends_with, \"ab\", false",
        "\"b\", one_of, [\"a\";\"b\"], true",
        "\"c\", one_of, [\"a\";\"b\"], false",
        "1, one_of, [\"1\";true;1.0], true",
        "\"xay\", contains_one_of, [\"q\";\"a\"], true",
        "\"xay\", contains_one_of, [\"q\"], false",
        "[\"a\";2], contains_one_of, [3;2], true",
        "[\"a\";2], contains_one_of, [3;\"2\"], false",
        "\"2026-01-01\", before, \"2026-01-01T00:00:00.001Z\", true",
        "\"2026-01-01T01:00+01:00\", before, \"2026-01-01\", false",
        "\"2026-01-01T01:00+01:00\", after, \"2026-01-01\", false",
        "\"2026-06-01T00:00:00Z\", after, \"2026-01-01\", true",
      })
  void values_areComparedByType(String actual, String operator, String operand, boolean expected) {
    assertThat(holds(actual, operator, operand)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "\"5\", equals, 5",
        "\"5\", not_equals, 5",
        "5, equals, \"5\"",
        "1, equals, true",
        "1, not_equals, true",
        "\"true\", not_equals, true",
        "{}, equals, \"{}\"",
        "{}, not_equals, \"a\"",
        "[1], equals, 1",
        "[1], not_equals, 1",
        "\"5\", less_than, 6",
        "\"5\", at_most, 6",
        "true, greater_than, 0",
        "[7], at_least, 6",
        "5, contains, 5",
        "5, not_contains, 6",
        "\"5\", contains, 5",
        "\"5\", not_contains, 6",
        "{}, contains, \"a\"",
        "{}, not_contains, \"a\"",
        "5, starts_with, \"5\"",
        "[\"ab\"], starts_with, \"a\"",
        "true, ends_with, \"e\"",
        "\"yesterday\", before, \"2026-01-01\"",
        "\"yesterday\", after, \"2026-01-01\"",
        "\"\", before, \"2026-01-01\"",
        "1767225600000, after, \"2025-01-01\"",
        "true, before, \"2026-01-01\"",
        "true, one_of, [\"true\";1]",
        "{}, one_of, [\"a\"]",
        "5, contains_one_of, [5]",
      })
  void anotherType_neverMatches(String actual, String operator, String operand) {
    assertThat(holds(actual, operator, operand)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void missingValue_matchesOnlyNotExists(Operator operator) {
    Value operand =
        switch (operator.operand()) {
          case NUMBER -> value("1");
          case TIME -> value("\"2026-01-01\"");
          case NONE, FILLED_TEXT, SCALAR, FILLED_SCALAR, SCALARS, FILLED_SCALARS -> value("\"a\"");
        };
    assertThat(new Comparison(operator, List.of(operand)).holds(Value.MISSING))
        .isEqualTo(operator == Operator.NOT_EXISTS);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"\"\"", "0", "false", "[]", "{}"})
  void presentValue_exists(String actual) {
    assertThat(holds(actual, "exists", "-")).isTrue();
    assertThat(holds(actual, "not_exists", "-")).isFalse();
  }

  @Test
  void operators_haveTheNamesOfTheContract() {
    assertThat(Arrays.stream(Operator.values()).map(Operator::wireName))
        .containsExactlyInAnyOrder(
            ("equals not_equals less_than at_most greater_than at_least contains not_contains"
                    + " starts_with ends_with exists not_exists before after one_of"
                    + " contains_one_of")
                .split(" "));
    assertThat(Operator.parse("EQUALS")).isEmpty();
  }
}
