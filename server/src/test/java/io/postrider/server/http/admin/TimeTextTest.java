package io.postrider.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {

  @Test
  void time_isReadWithItsOffsetAndFraction() {
    assertThat(TimeText.parse("2026-03-01T12:00:00.25+02:00"))
        .contains(Instant.parse("2026-03-01T10:00:00.250Z"));
  }

  @Test
  void years_haveFourDigits() {
    assertThat(TimeText.parse("0000-01-01T00:00:00Z")).isPresent();
    assertThat(TimeText.parse("9999-12-31T23:59:59Z")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-03-01",
        "2026-03-01T12:00:00",
        "2026-02-30T12:00:00Z",
        "-0001-12-31T23:59:59Z",
        "+10000-01-01T00:00:00Z",
        "-999999999-01-01T00:00:00Z",
        "+999999999-12-31T23:59:59Z"
      })
  void everythingElse_isNoTime(String text) {
    assertThat(TimeText.parse(text)).isEmpty();
  }
}
