package io.postrider.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  @Test
  void delay_doublesUpToItsLimit() {
    assertThat(Backoff.delay(1, Duration.ZERO, 1)).isEqualTo(Duration.ofMillis(100));
    assertThat(Backoff.delay(2, Duration.ZERO, 1)).isEqualTo(Duration.ofMillis(200));
    assertThat(Backoff.delay(9, Duration.ZERO, 1)).isEqualTo(Duration.ofMillis(25_600));
    assertThat(Backoff.delay(10, Duration.ZERO, 1)).isEqualTo(Duration.ofSeconds(30));
    assertThat(Backoff.delay(Integer.MAX_VALUE, Duration.ZERO, 1))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void secondHalf_isJitter() {
    assertThat(Backoff.delay(1, Duration.ZERO, 0)).isEqualTo(Duration.ofMillis(50));
    assertThat(Backoff.delay(1, Duration.ZERO, 0.5)).isEqualTo(Duration.ofMillis(75));
  }

  @Test
  void delay_isAtLeastRetryAfter() {
    assertThat(Backoff.delay(1, Duration.ofSeconds(7), 0)).isEqualTo(Duration.ofMillis(7_050));
    assertThat(Backoff.delay(1, Duration.ofMinutes(5), 0))
        .isEqualTo(Duration.ofMinutes(5).plusMillis(50));
    assertThat(Backoff.delay(1, Duration.ofDays(1), 0))
        .isEqualTo(Duration.ofMinutes(5).plusMillis(50));
  }

  @Test
  void retryAfter_isSecondsOrADate() {
    assertThat(Backoff.retryAfter("7", NOW)).isEqualTo(Duration.ofSeconds(7));
    assertThat(Backoff.retryAfter(" 0 ", NOW)).isEqualTo(Duration.ZERO);
    assertThat(Backoff.retryAfter("Sat, 31 Jan 2026 12:01:00 GMT", NOW))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(Backoff.retryAfter("Sat, 31 Jan 2026 11:00:00 GMT", NOW)).isEqualTo(Duration.ZERO);
    assertThat(Backoff.retryAfter("99999999999999999999", NOW)).isEqualTo(Duration.ofMinutes(5));
    for (String nonsense : new String[] {"", "soon", "-1", "1.5"}) {
      assertThat(Backoff.retryAfter(nonsense, NOW)).isEqualTo(Duration.ZERO);
    }
  }
}
