package io.postrider.audience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AggregationTest {

  /** Parses numbers, quoted texts, booleans, {@code []} and {@code {}}, separated by spaces. */
  private static List<Value> values(String text) {
    return text.isEmpty() ? List.of() : Arrays.stream(text.split(" ")).map(v -> value(v)).toList();
  }

  private static Value value(String text) {
    return switch (text.charAt(0)) {
      case '\'' -> Value.of(text.substring(1));
      case 't' -> Value.of(true);
      case 'f' -> Value.of(false);
      case '[' -> new Value.Items(List.of());
      case '{' -> Value.NESTED;
      default -> Value.of(Decimal.of(text));
    };
  }

  private static String made(AggregateKind kind, String values) {
    return TraitValueJson.sent(Aggregation.of(kind, values(values)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SUM | 0.1 0.2 | 0.3",
        "SUM | 1e2 'x -100.50 [] | -0.5",
        "SUM | 9007199254740993 1 | 9007199254740994",
        "SUM | 1e400 1e401 1 | 1e400, and one",
        "SUM | 5 -5 | 0",
        "SUM | 'x t | null",
        "SUM | 60 40 | 100",
        "AVERAGE | 1 2 | 1.5",
        "AVERAGE | 10 0 0 | 3.33333333333333",
        "AVERAGE | 2 0 0 | 0.666666666666667",
        "AVERAGE | 1e20 1e20 | 100000000000000000000",
        "MIN | 3 1.0 2 | 1",
        "MAX | -3 -1 'z | -1",
        "FIRST | [] {} 'b 'a | \"b\"",
        "LAST | 'b 7 [] | 7",
        "MOST_FREQUENT | 'b 'a 'b | \"b\"",
        "MOST_FREQUENT | 'b 'a | \"a\"",
        "MOST_FREQUENT | 'b 2 1.0 t | true",
        "MOST_FREQUENT | 1 1.0 'a | 1",
        "UNIQUE_LIST | 'b 10 'a 9 t 'b f 10.0 | [false,true,9,10,\"a\",\"b\"]",
        "UNIQUE_COUNT | 'b 10 'a 9 t 'b f 10.0 | 6",
        "UNIQUE_COUNT | [] {} | null",
        "LAST | ~~ | null",
      })
  void values_areAggregated(String kind, String values, String made) {
    String expected = made.replace("1e400, and one", exactSum());
    assertThat(made(AggregateKind.valueOf(kind.strip()), values == null ? "" : values.strip()))
        .isEqualTo(expected.strip());
  }

  /** 1e400 + 1 with every digit; 1e401 is not summed */
  private static String exactSum() {
    return "1" + "0".repeat(399) + "1";
  }

  @ParameterizedTest
  @EnumSource(
      names = {"EVENT_COUNT"},
      mode = EnumSource.Mode.EXCLUDE)
  void noValues_giveMissing(AggregateKind kind) {
    assertThat(Aggregation.of(kind, List.of())).isEqualTo(Value.MISSING);
    assertThat(Aggregation.of(kind, List.of(Value.NESTED, Value.MISSING))).isEqualTo(Value.MISSING);
  }

  @Test
  void events_areCounted() {
    assertThat(Aggregation.count(0)).isEqualTo(Value.MISSING);
    assertThat(TraitValueJson.sent(Aggregation.count(12))).isEqualTo("12");
    assertThatThrownBy(() -> Aggregation.of(AggregateKind.EVENT_COUNT, List.of(Value.of(true))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbersTooLongOrTooLarge_areNotSummed() {
    String longest = "1" + "0".repeat(Aggregation.MAX_NUMBER_LENGTH - 1);
    assertThat(made(AggregateKind.SUM, longest + " 1e" + Aggregation.MAX_EXPONENT + " -1e400"))
        .isEqualTo("1e+99");
    assertThat(made(AggregateKind.SUM, longest + "0 1e401 1e-401 1e999999999999 7")).isEqualTo("7");
    assertThat(made(AggregateKind.SUM, longest + "0")).isEqualTo("null");
    assertThat(made(AggregateKind.MAX, "1e999999999999 7")).isEqualTo("1e999999999999");
  }

  @Test
  void list_isBounded() {
    List<Value> many = new ArrayList<>();
    for (int i = 0; i <= Aggregation.MAX_LIST_VALUES; i++) {
      many.add(Value.of(Decimal.of(Integer.toString(i))));
    }
    Value.Items all = (Value.Items) Aggregation.of(AggregateKind.UNIQUE_LIST, many);
    assertThat(all.items()).hasSize(Aggregation.MAX_LIST_VALUES).doesNotContain(many.getLast());
    assertThat(TraitValueJson.sent(Aggregation.of(AggregateKind.UNIQUE_COUNT, many)))
        .isEqualTo("1001");

    // quotes and comma add three bytes
    Value half = Value.of("a".repeat(Aggregation.MAX_LIST_BYTES / 2 - 3));
    Value same = Value.of("b".repeat(Aggregation.MAX_LIST_BYTES / 2 - 3));
    Value more = Value.of("b".repeat(Aggregation.MAX_LIST_BYTES / 2 - 2));
    Value.Items both = (Value.Items) Aggregation.of(AggregateKind.UNIQUE_LIST, List.of(half, same));
    assertThat(both.items()).containsExactly(half, same);
    Value.Items one = (Value.Items) Aggregation.of(AggregateKind.UNIQUE_LIST, List.of(half, more));
    assertThat(one.items()).containsExactly(half);
  }

  @Test
  void valueTooLongForAList_isOmitted() {
    Value longest = Value.of("a".repeat(Aggregation.MAX_LIST_BYTES - 3));
    Value tooLong = Value.of("a".repeat(Aggregation.MAX_LIST_BYTES - 2));
    Value brief = Value.of("b");
    assertThat(Aggregation.of(AggregateKind.UNIQUE_LIST, List.of(longest)))
        .isEqualTo(new Value.Items(List.of(longest)));
    assertThat(Aggregation.of(AggregateKind.UNIQUE_LIST, List.of(tooLong)))
        .isEqualTo(Value.MISSING);
    assertThat(Aggregation.of(AggregateKind.UNIQUE_LIST, List.of(tooLong, brief)))
        .isEqualTo(new Value.Items(List.of(brief)));
  }
}
