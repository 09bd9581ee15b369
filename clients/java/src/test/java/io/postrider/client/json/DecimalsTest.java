package io.postrider.client.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {

  private static String text(Number value) {
    JsonWriter writer = new JsonWriter(100, 1);
    writer.value(value);
    return new String(writer.toBytes(), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0",
    "-0.0, 0",
    "1.0, 1",
    "-39.95, -39.95",
    "0.1, 0.1",
    "100.0, 100",
    "123.456, 123.456",
    "1e3, 1000",
    "9007199254740991.0, 9007199254740991",
    "9007199254740992.0, 9007199254740992",
    "123456789012345680000.0, 123456789012345680000",
    "1e20, 100000000000000000000",
    "1e21, 1e+21",
    "1.5e300, 1.5e+300",
    "1e-6, 0.000001",
    "1.25e-6, 0.00000125",
    "1e-7, 1e-7",
    "1.25e-7, 1.25e-7",
    "1.7976931348623157e308, 1.7976931348623157e+308"
  })
  void doubles_areFormattedLikeJavaScript(double value, String expected) {
    assertThat(text(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.1", "1.0, 1", "-0.0, 0", "3.4028235e38, 3.4028235e+38", "16777216, 16777216"})
  void floats_haveFloatPrecision(float value, String expected) {
    assertThat(text(value)).isEqualTo(expected);
  }

  @Test
  void everyDouble_roundTrips() {
    Random random = Seeds.random(DecimalsTest.class);
    for (int i = 0; i < 50_000; i++) {
      double value =
          i % 2 == 0
              ? Double.longBitsToDouble(random.nextLong())
              : Math.round(random.nextDouble() * 1e6) / 1e3 * Math.pow(10, random.nextInt(40) - 20);
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        String text = text(value);
        assertThat(Double.parseDouble(text)).as(text).isEqualTo(value == 0 ? 0.0 : value);
        assertThat(text).matches("-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?(e[-+][1-9][0-9]*)?");
      }
    }
  }
}
