package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.delivery.CursorClock.Reading;
import org.junit.jupiter.api.Test;

final class CursorClockTest {

  private static final Reading SAVED = new Reading("a", 1_000, 50_000_000);

  @Test
  void step_isWhatTheBootClockDoesNotExplain() {
    long day = 86_400_000;
    assertThat(SAVED.stepUntil(new Reading("a", 3_000, 50_002_000))).isZero();
    assertThat(SAVED.stepUntil(new Reading("a", 3_000, 50_002_000 + day))).isEqualTo(day);
    assertThat(SAVED.stepUntil(new Reading("a", 3_000, 50_002_000 - day))).isEqualTo(-day);
  }

  @Test
  void smallDifference_isNoStep() {
    long most = CursorClock.TOLERANCE_MILLIS;
    assertThat(SAVED.stepUntil(new Reading("a", 1_000, 50_000_000 + most))).isZero();
    assertThat(SAVED.stepUntil(new Reading("a", 1_000, 50_000_000 - most))).isZero();
    assertThat(SAVED.stepUntil(new Reading("a", 1_000, 50_000_001 + most))).isEqualTo(most + 1);
  }

  @Test
  void stepSinceAnotherBoot_isUnknown() {
    assertThat(SAVED.stepUntil(new Reading("b", 3_000, 90_000_000))).isZero();
    assertThat(CursorClock.NONE.read()).isEmpty();
    assertThat(CursorClock.NONE.stepSince(SAVED)).isZero();
  }
}
