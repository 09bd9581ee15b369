package io.postrider.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.message.RandomJson;
import io.postrider.message.TestSeeds;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "-0.00, 1",
    "1, 2a11",
    "19.99, 2a21999",
    "0.5, 2a05",
    "0.05, 2P85",
    "-1, 0P88~",
    "-0.5, 0a04~",
    "-0.05, 0a14~",
    "1e400, 2c4011",
    "1e-400, 2N6001",
    "9007199254740993, 2b169007199254740993",
  })
  void encoding_followsTheFormat(String number, String expected) {
    assertThat(OrderedNumber.of(Decimal.of(number))).isEqualTo(expected);
  }

  @Test
  void order_agreesWithDecimals() {
    Random random = TestSeeds.random(OrderedNumberTest.class);
    for (int i = 0; i < 50_000; i++) {
      Decimal one = Decimal.of(number(random));
      Decimal other = Decimal.of(random.nextInt(4) == 0 ? near(one, random) : number(random));
      int expected = one.compareTo(other);
      int found = OrderedNumber.of(one).compareTo(OrderedNumber.of(other));
      assertThat(Integer.signum(found)).as("%s and %s", one, other).isEqualTo(expected);
    }
  }

  private static String number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Integer.toString(random.nextInt(-20, 20));
      case 1 -> random.nextInt(-9, 9) + "e" + random.nextInt(-120, 120);
      case 2 -> random.nextLong() + "." + random.nextInt(1000);
      default -> RandomJson.number(random);
    };
  }

  /** A number that differs in a late digit or in length. */
  private static String near(Decimal number, Random random) {
    String plain = new BigDecimal(number.toString()).toPlainString();
    String longer = plain.contains(".") ? plain : plain + ".0";
    return longer + random.nextInt(3);
  }

  @Test
  void extremeExponents_areInOrder() {
    String highest = OrderedNumber.of(Decimal.of("1e999999999999999999999"));
    String lowest = OrderedNumber.of(Decimal.of("1e-999999999999999999999"));
    String high = OrderedNumber.of(Decimal.of("9e999999"));
    String nought = OrderedNumber.of(Decimal.of("0"));
    String negative = OrderedNumber.of(Decimal.of("-1e-999999999999999999999"));
    String farthest = OrderedNumber.of(Decimal.of("-1e999999999999999999999"));
    assertThat(new String[] {farthest, negative, nought, lowest, high, highest}).isSorted();
    assertThat(new BigDecimal("1e3").compareTo(new BigDecimal(OrderedNumber.decode("2a41"))))
        .isZero();
  }

  @Test
  void decoded_isTheSameNumber() {
    Random random = TestSeeds.random(OrderedNumberTest.class);
    for (int i = 0; i < 50_000; i++) {
      Decimal number = Decimal.of(number(random));
      String back = OrderedNumber.decode(OrderedNumber.of(number));
      assertThat(Decimal.of(back)).as(back).isEqualTo(number);
      assertThat(new BigDecimal(back)).isEqualByComparingTo(new BigDecimal(number.toString()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000",
    "1.50, 1.5",
    "-12.05, -12.05",
    "0.001, 0.001",
    "1e21, 1e+21",
    "123456789012345678901, 123456789012345678901",
    "1e-6, 0.000001",
    "1.5e-7, 1.5e-7",
    "-0, 0",
  })
  void decoded_isPlain(String number, String expected) {
    assertThat(OrderedNumber.decode(OrderedNumber.of(Decimal.of(number)))).isEqualTo(expected);
  }

  @Test
  void integers_areEncodedLikeDecimals() {
    for (long number : new long[] {0, 7, -7, 1_700_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(OrderedNumber.of(number))
          .isEqualTo(OrderedNumber.of(Decimal.of(Long.toString(number))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "2a", "2a1", "2q11", "2?11", "2c12"})
  void otherTexts_areRefused(String text) {
    assertThatThrownBy(() -> OrderedNumber.decode(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
