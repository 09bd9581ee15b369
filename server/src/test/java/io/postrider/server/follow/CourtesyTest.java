package io.postrider.server.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class CourtesyTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Duration WORKED = Duration.ofMillis(10);

  private static Duration rest(double load, Duration worked, Duration behind) {
    Courtesy courtesy = new Courtesy(() -> load, InstantSource.fixed(NOW));
    return courtesy.rest(worked, NOW.minus(behind));
  }

  @Test
  void idleProcessors_areUsed() {
    assertThat(rest(0.849, WORKED, Duration.ZERO)).isZero();
    assertThat(rest(-1, WORKED, Duration.ZERO)).isZero();
  }

  @Test
  void busyProcessors_areLeftToOthersForMostOfTheTime() {
    assertThat(rest(0.85, WORKED, Duration.ZERO)).isEqualTo(Duration.ofMillis(190));
    assertThat(rest(1, WORKED, Duration.ofMinutes(9))).isEqualTo(Duration.ofMillis(190));
  }

  @Test
  void rest_isNeverLong() {
    assertThat(rest(1, Duration.ofMillis(105), Duration.ZERO))
        .isEqualTo(Duration.ofMillis(105 * 19));
    assertThat(rest(1, Duration.ofMillis(106), Duration.ZERO)).isEqualTo(Courtesy.LONGEST_REST);
  }

  @Test
  void farBehind_nobodyRests() {
    assertThat(rest(1, WORKED, Courtesy.FAR_BEHIND.minusNanos(1))).isPositive();
    assertThat(rest(1, WORKED, Courtesy.FAR_BEHIND)).isZero();
  }

  @Test
  void whoHasTakenNothingYet_isNotBehind() {
    Courtesy courtesy = new Courtesy(() -> 1, InstantSource.fixed(NOW));
    assertThat(courtesy.rest(WORKED, Instant.MAX)).isEqualTo(Duration.ofMillis(190));
  }

  @Test
  void load_isAShareOrUnknown() {
    assertThat(new ProcessorLoad().getAsDouble()).isLessThanOrEqualTo(1);
  }
}
