package io.postrider.client.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Iso8601Test {

  @Test
  void milliseconds_haveThreeDigits() {
    assertThat(Iso8601.text(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000Z");
    assertThat(Iso8601.text(Instant.ofEpochMilli(-1))).isEqualTo("1969-12-31T23:59:59.999Z");
    assertThat(Iso8601.millisText(Instant.parse("2024-02-29T23:59:59.123456789Z")))
        .isEqualTo("2024-02-29T23:59:59.123Z");
  }

  @Test
  void finerTimes_keepTheirPrecision() {
    assertThat(Iso8601.text(Instant.parse("2024-02-29T23:59:59.123456789Z")))
        .isEqualTo("2024-02-29T23:59:59.123456789Z");
  }

  @Test
  void yearsBeyondFourDigits_areFormattedLikeJava() {
    assertThat(Iso8601.text(Instant.parse("+10000-01-01T00:00:00Z")))
        .isEqualTo("+10000-01-01T00:00:00Z");
    assertThat(Iso8601.text(Instant.parse("-0001-12-31T00:00:00Z")))
        .isEqualTo("-0001-12-31T00:00:00Z");
  }

  @Test
  void anyTime_roundTrips() {
    Random random = Seeds.random(Iso8601Test.class);
    for (int i = 0; i < 20_000; i++) {
      Instant instant = Instant.ofEpochMilli(random.nextLong() >> 18);
      assertThat(Instant.parse(Iso8601.text(instant))).isEqualTo(instant);
    }
  }
}
