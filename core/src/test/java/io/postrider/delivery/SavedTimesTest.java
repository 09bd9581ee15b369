package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine that is restored after the wall clock was set back. */
class SavedTimesTest {

  private static final DeliverySettings SETTINGS = FakeDriver.settings("http://a");
  private static final DeliverySettings PAUSED =
      new DeliverySettings(List.of("http://a"), null, null, true);
  private static final long MAX_DELAY = DeliveryRules.DEFAULT.retryMaxDelay().toMillis();
  private static final long WINDOW = DeliveryRules.DEFAULT.retryWindow().toMillis();

  private final FakeDriver driver = FakeDriver.usual();

  private @Nullable Instant nextDue() {
    return ((DeliveryStatus.Open) driver.machine.status(0)).nextDue();
  }

  /** Saves, sets the clock back, and restores. */
  private void restartEarlier(long byMillis, DeliverySettings settings) {
    CursorChange saved = driver.machine.changes().orElseThrow();
    driver.now -= byMillis;
    driver.restart(saved, settings);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 60_000, 86_400_000, 31L * 86_400_000})
  void retry_isDueWithinTheLongestDelay(long backMillis) {
    driver.send();
    driver.answerNext(new Outcome.Deferred(503, Duration.ofMinutes(30)));
    Instant due = nextDue();
    restartEarlier(backMillis, SETTINGS);
    Instant latest = Instant.ofEpochMilli(driver.now + MAX_DELAY);
    assertThat(nextDue()).isEqualTo(requireNonNull(due).isAfter(latest) ? latest : due);
  }

  /** All times move with the clock: as if nobody had set it. */
  @ParameterizedTest
  @ValueSource(longs = {-31L * 86_400_000, -86_400_000, 86_400_000, 31L * 86_400_000})
  void knownStep_changesNoTime(long stepMillis) {
    driver.send();
    driver.answerNext(DOWN);
    Instant due = requireNonNull(nextDue());
    CursorChange saved = driver.machine.changes().orElseThrow();
    long end = driver.now + WINDOW;
    driver.now += stepMillis;
    driver.restart(saved, SETTINGS, stepMillis);
    assertThat(nextDue()).isEqualTo(due.plusMillis(stepMillis));
    driver.answerAll(DOWN, Duration.ofHours(5));
    long failedAt = requireNonNull(driver.machine.failedAt(0)).toEpochMilli();
    assertThat(failedAt).isBetween(end + stepMillis - 60_000, end + stepMillis);
  }

  @Test
  void knownStep_movesPausesAndHolds() {
    CursorState saved =
        new CursorState(
            100,
            new long[] {1},
            1_000,
            List.of(new Pauses.Pause(10, 20)),
            List.of(new Holds.Hold(30, 50)),
            List.of(),
            List.of(),
            null);
    CursorState stepped = SavedTimes.moved(saved, -5);
    assertThat(stepped.pausedSinceMillis()).isEqualTo(995);
    assertThat(stepped.pauses()).containsExactly(new Pauses.Pause(5, 15));
    assertThat(stepped.holds()).containsExactly(new Holds.Hold(25, 50));
    CursorState running = CursorState.startAt(7);
    assertThat(SavedTimes.moved(running, -5).pausedSinceMillis()).isEqualTo(Pauses.NONE);
  }

  @Test
  void stepBeyondTheBound_isNotBelieved() {
    long most = SavedCursor.MAX_STEP_MILLIS;
    for (long step : new long[] {most + 1, -most - 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(new SavedCursor(new byte[0], List.of(), step).clockStepMillis()).isZero();
    }
    assertThat(new SavedCursor(new byte[0], List.of(), -most).clockStepMillis()).isEqualTo(-most);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 86_400_000})
  void window_endsWithinItsLength(long backMillis) {
    driver.send();
    driver.answerNext(DOWN);
    long end = driver.now + WINDOW;
    restartEarlier(backMillis, SETTINGS);
    driver.answerAll(DOWN, Duration.ofHours(5));
    assertThat(driver.statuses()).containsExactly(FinalStatus.FAILED);
    long failedAt = requireNonNull(driver.machine.failedAt(0)).toEpochMilli();
    assertThat(failedAt).isBetween(end - backMillis - 60_000, end - backMillis);
  }

  @Test
  void pauseThatSeemsToBeginLater_doesNotPreventDelivery() {
    driver.send();
    driver.answerNext(DOWN);
    driver.machine.apply(PAUSED, driver.now);
    restartEarlier(86_400_000, PAUSED);
    driver.machine.apply(SETTINGS, driver.now);
    driver.answerReads();
    driver.pass(Duration.ofMillis(MAX_DELAY));
    assertThat(driver.posted).hasSize(1);
  }
}
