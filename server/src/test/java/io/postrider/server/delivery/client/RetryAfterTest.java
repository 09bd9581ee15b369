package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The formats of the header. */
class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | PT0S",
        "7 | PT7S",
        "' 120 ' | PT2M",
        "86400 | PT24H",
        "86401 | PT24H",
        "99999999999999999999 | PT24H",
        "Sun, 15 Nov 2026 12:01:00 GMT | PT1M",
        "Sunday, 15-Nov-26 12:01:00 GMT | PT1M",
        "Sun Nov 15 12:01:00 2026 | PT1M",
        "Sun, 15 Nov 2026 11:00:00 GMT | PT0S",
        "Sun, 15 Nov 2099 11:00:00 GMT | PT24H",
        "Tue Dec  1 12:01:00 2026 | PT24H"
      })
  void validValues_areParsed(String value, Duration expected) {
    // the date of 2099 falls on a Sunday
    String text = value.replace("Sun, 15 Nov 2099", "Sun, 15 Nov 2099");
    assertThat(RetryAfter.parse(text, NOW)).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-5", "1.5", "soon", "2026-11-15T12:00:00Z", "Sun, 15 Nov"})
  void invalidValues_areIgnored(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isEmpty();
  }
}
