package io.postrider.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.message.Timestamps;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredValueTest {

  @Test
  void types_areDistinguished() {
    assertThat(StoredValue.of(Value.of("5"))).isEqualTo("t5");
    assertThat(StoredValue.of(Value.of(Decimal.of("5")))).isEqualTo("n2a15");
    assertThat(StoredValue.of(Value.of(true))).isEqualTo("b1");
    assertThat(StoredValue.of(Value.of(false))).isEqualTo("b0");
    assertThat(StoredValue.number(5)).isEqualTo("n2a15");
    assertThat(StoredValue.of(Value.of(""))).isEqualTo("t");
  }

  @Test
  void equalNumbers_areEqualTexts() {
    assertThat(StoredValue.number(Decimal.of("1.50e1")))
        .isEqualTo(StoredValue.number(Decimal.of("15")));
  }

  @Test
  void listsAndObjects_areRejected() {
    assertThatThrownBy(() -> StoredValue.of(Value.MISSING))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StoredValue.of(Value.NESTED))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "\0",
        "a\0b\0",
        "\ud800",
        "\udfff",
        "a\ud83db",
        "\udc00\ud800",
        "\ud83d\ude00",
        "\0\ud83d\ude00\ud83d",
        "é世界\uffff",
      })
  void anyText_isStorableAndRestored(String text) {
    String held = StoredValue.storable(text);
    assertThat(held).doesNotContain("\0");
    assertThat(new String(held.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(held);
    assertThat(StoredValue.restored(held)).isEqualTo(text);
  }

  @Test
  void everySurrogate_hasItsOwnReplacement() {
    long different =
        java.util.stream.IntStream.rangeClosed(Character.MIN_SURROGATE, Character.MAX_SURROGATE)
            .mapToObj(half -> StoredValue.storable(String.valueOf((char) half)))
            .distinct()
            .count();
    assertThat(different).isEqualTo(2048);
    assertThat(StoredValue.storable("\udfff").codePointAt(0)).isEqualTo(0x10FFFF);
    assertThat(StoredValue.storable("\0").codePointAt(0)).isEqualTo(0x10F7FF);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T10:00:00.000Z",
        "2026-01-31",
        "2026-01",
        "2026",
        "20260131",
        "2026W05",
        "2026-031T24:00",
        "2026-1-3 7:00",
        "hello",
        "202",
        "2o26",
        "1999-99-99",
        "",
      })
  void times_agreeWithComparisons(String text) {
    assertThat(StoredValue.millis(text) != Timestamps.UNREADABLE)
        .isEqualTo(Comparison.isTime(text));
    if (Comparison.isTime(text)) {
      assertThat(StoredValue.millis(text)).isEqualTo(Timestamps.parse(text));
    }
  }

  @Test
  void instants_areOrderedAsTexts() {
    long[] moments = {-62_167_219_200_000L, -1, 0, 999, 1_000, 1_700_000_000_000L};
    for (int i = 1; i < moments.length; i++) {
      assertThat(StoredValue.moment(moments[i - 1])).isLessThan(StoredValue.moment(moments[i]));
    }
  }
}
