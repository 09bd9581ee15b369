package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WallClockTest {

  private static final long START = 1_800_000_000_000L;
  private static final long HOUR = 3_600_000;
  private static final long MONTH = 31 * 24 * HOUR;

  private final WallClock clock = new WallClock();

  private boolean observe(long afterMillis, long shiftMillis) {
    return clock.observe(START + afterMillis, START + afterMillis + shiftMillis);
  }

  @Test
  void smallDifference_isNoStep() {
    assertThat(observe(0, 0)).isFalse();
    assertThat(observe(10, 1_000)).isFalse();
    assertThat(observe(20, -1_000)).isFalse();
    assertThat(clock.wallMillis(START)).isEqualTo(START);
    assertThat(observe(30, 1_001)).isTrue();
    assertThat(clock.wallMillis(START)).isEqualTo(START + 1_001);
  }

  @Test
  void recordsOfAForwardJump_haveTheirTrueTime() {
    boolean _ = observe(0, 0);
    boolean _ = observe(HOUR, MONTH);
    boolean _ = observe(2 * HOUR, 0);
    boolean _ = observe(3 * HOUR, 0);
    assertThat(clock.machineMillis(START + HOUR / 2)).isEqualTo(START + HOUR / 2);
    assertThat(clock.machineMillis(START + HOUR + 60_000 + MONTH)).isEqualTo(START + HOUR + 60_000);
    assertThat(clock.machineMillis(START + 150 * 60_000)).isEqualTo(START + 150 * 60_000);
  }

  @Test
  void timeThatTheWallClockShowedTwice_isTheLaterOne() {
    boolean _ = observe(0, 0);
    boolean _ = observe(2 * HOUR, -HOUR);
    clock.passed(START + 4 * HOUR);
    assertThat(clock.machineMillis(START + HOUR + HOUR / 2)).isEqualTo(START + 2 * HOUR + HOUR / 2);
    assertThat(clock.machineMillis(START + HOUR / 2)).isEqualTo(START + HOUR / 2);
  }

  @Test
  void recordOfALaterClock_wasStampedBeforeTheStart() {
    boolean _ = observe(0, 0);
    clock.passed(START + HOUR);
    assertThat(clock.machineMillis(START + MONTH)).isEqualTo(START);
    assertThat(clock.machineMillis(START - MONTH)).isEqualTo(START - MONTH);
  }

  @Test
  void steps_areBounded() {
    for (int i = 1; i < 10 * WallClock.MAX_STEPS; i++) {
      assertThat(observe(i * HOUR, i % 2 * MONTH)).isEqualTo(true);
    }
    assertThat(clock.wallMillis(START)).isEqualTo(START + MONTH);
  }
}
