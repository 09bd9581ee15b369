package io.postrider.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.RandomJson;
import io.postrider.message.TestSeeds;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0, -0, 0",
    "0.000, 0e5, 0",
    "1, 1.0, 0",
    "1000, 1e3, 0",
    "1000, 1E+3, 0",
    "0.001, 1e-3, 0",
    "0.10, 0.1, 0",
    "-1.50, -1.5, 0",
    "1, 2, -1",
    "9, 10, -1",
    "-9, -10, 1",
    "-1, 1, -1",
    "-1, 0, -1",
    "0, 0.0000000001, -1",
    "0.1, 0.09999999999999999999, 1",
    "9007199254740993, 9007199254740992, 1",
    "1234567890123456789, 1234567890123456788, 1",
    "1e400, 1e399, 1",
    "1e-400, 0, 1",
    "-1e400, 1e-400, -1",
    "1e999999999999999999999, 1e5, 1",
    "1e-999999999999999999999, 1e-5, -1",
  })
  void comparison_isExact(String one, String other, int expected) {
    assertThat(Decimal.of(one).compareTo(Decimal.of(other))).isEqualTo(expected);
    assertThat(Decimal.of(other).compareTo(Decimal.of(one))).isEqualTo(-expected);
    assertThat(Decimal.of(one).equals(Decimal.of(other))).isEqualTo(expected == 0);
    if (expected == 0) {
      assertThat(Decimal.of(one)).hasSameHashCodeAs(Decimal.of(other));
    }
  }

  @Test
  void comparison_agreesWithBigDecimal() {
    Random random = TestSeeds.random(DecimalTest.class);
    for (int i = 0; i < 20_000; i++) {
      String one = RandomJson.number(random);
      String other = random.nextInt(4) == 0 ? one : RandomJson.number(random);
      assertThat(Decimal.of(one).compareTo(Decimal.of(other)))
          .as("%s and %s", one, other)
          .isEqualTo(new BigDecimal(one).compareTo(new BigDecimal(other)));
    }
  }

  @Test
  void text_isUnchanged() {
    assertThat(Decimal.of("1.50")).hasToString("1.50");
  }
}
