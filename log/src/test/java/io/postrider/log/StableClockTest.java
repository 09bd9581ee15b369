package io.postrider.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StableClockTest {

  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TestClock system = new TestClock();
  private final List<Duration> jumps = new ArrayList<>();
  private final StableClock clock =
      new StableClock(system, system.steady(), StableClock.CONFIRM, jumps::add);

  private long aheadMillis() {
    return clock.millis() - system.steady().millis();
  }

  @Test
  void smallCorrections_areFollowed() {
    for (int i = 0; i < 1_000; i++) {
      system.advance(Duration.ofSeconds(2));
      system.step(Duration.ofMillis(i % 3 == 0 ? -400 : 900));
      assertThat(clock.millis()).isEqualTo(system.millis());
      assertThat(clock.instant()).isEqualTo(system.instant());
    }
    assertThat(jumps).isEmpty();
    assertThat(clock.isSettled(Duration.ofSeconds(2_000))).isTrue();
    assertThat(clock.isSettled(Duration.ofSeconds(2_001))).isFalse();
  }

  @Test
  void jumpForwardThatDoesNotLast_hasNoEffect() {
    system.step(MONTH);
    assertThat(aheadMillis()).isZero();
    system.advance(StableClock.CONFIRM.minusMillis(1));
    assertThat(aheadMillis()).isZero();
    assertThat(clock.isSettled(Duration.ZERO)).isFalse();
    system.step(MONTH.negated());
    system.advance(MINUTE);
    assertThat(aheadMillis()).isZero();
    assertThat(clock.instant()).isEqualTo(system.instant());
    assertThat(jumps).containsExactly(MONTH);
  }

  @Test
  void jumpForwardThatLasts_isFollowed() {
    long stamp = clock.millis();
    system.step(MONTH);
    assertThat(aheadMillis()).isZero();
    system.advance(StableClock.CONFIRM);
    assertThat(aheadMillis()).isEqualTo(MONTH.toMillis());
    assertThat(clock.isSettled(MINUTE)).isFalse();
    system.advance(MINUTE);
    assertThat(clock.isSettled(MINUTE)).isTrue();
    assertThat(clock.sinceMillis(stamp)).isEqualTo(stamp + MONTH.toMillis());
    assertThat(clock.sinceMillis(stamp - 1)).as("from before the start").isEqualTo(stamp - 1);
    assertThat(clock.sinceMillis(clock.millis())).isEqualTo(clock.millis());
  }

  @Test
  void anotherJumpForward_startsTheConfirmationAnew() {
    system.step(MONTH);
    assertThat(aheadMillis()).isZero();
    system.advance(StableClock.CONFIRM.minusMillis(1));
    system.step(MINUTE);
    assertThat(aheadMillis()).isZero();
    system.advance(StableClock.CONFIRM.minusMillis(1));
    assertThat(aheadMillis()).isZero();
    system.advance(Duration.ofMillis(1));
    assertThat(aheadMillis()).isEqualTo(MONTH.plus(MINUTE).toMillis());
  }

  @Test
  void jumpBack_isFollowedAtOnce() {
    system.step(MONTH.negated());
    assertThat(aheadMillis()).isEqualTo(-MONTH.toMillis());
    assertThat(clock.isSettled(MINUTE)).isFalse();
    assertThat(jumps).containsExactly(MONTH.negated());
  }

  @Test
  void returnFromAJumpBack_isFollowedAtOnce() {
    system.step(MONTH.negated());
    assertThat(aheadMillis()).isEqualTo(-MONTH.toMillis());
    long stamp = clock.millis();
    system.advance(MINUTE);
    system.step(MONTH);
    assertThat(aheadMillis()).isZero();
    assertThat(clock.isSettled(MINUTE)).isFalse();
    assertThat(clock.sinceMillis(stamp)).as("from before the start").isEqualTo(stamp);
    assertThat(jumps).containsExactly(MONTH.negated(), MONTH);
  }

  @Test
  void returnBeyondTheTimeBefore_isConfirmedFirst() {
    system.step(MONTH.negated());
    assertThat(aheadMillis()).isEqualTo(-MONTH.toMillis());
    system.step(MONTH.plusSeconds(2));
    assertThat(aheadMillis()).isEqualTo(-MONTH.toMillis());
    system.advance(StableClock.CONFIRM);
    assertThat(aheadMillis()).isEqualTo(2_000);
  }

  @Test
  void jumpsBeyondTheBound_areNotFollowed() {
    for (int i = 0; i <= StableClock.MAX_JUMPS; i++) {
      system.step(MONTH);
      long _ = clock.millis();
      system.advance(StableClock.CONFIRM);
      long _ = clock.millis();
    }
    assertThat(aheadMillis()).isEqualTo(StableClock.MAX_JUMPS * MONTH.toMillis());
  }

  @Test
  void steadyTime_followsTheMonotonicClockOnly() {
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    long start = system.millis();
    SteadyTime steady = new SteadyTime(system, nanos::get);
    system.step(MONTH);
    nanos.addAndGet(Duration.ofSeconds(90).toNanos());
    assertThat(steady.millis()).isEqualTo(start + 90_000);
    assertThat(steady.instant().toEpochMilli()).isEqualTo(start + 90_000);
  }
}
