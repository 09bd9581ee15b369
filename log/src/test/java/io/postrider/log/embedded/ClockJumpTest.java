package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jumps of the system clock neither delete records nor give them wrong times. */
final class ClockJumpTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration RETENTION = Duration.ofDays(7);
  private static final Duration MONTH = Duration.ofDays(31);

  private final TestClock clock = new TestClock();
  private final SimulatedDisk disk = new SimulatedDisk();
  private final AtomicLong neededFrom = new AtomicLong();
  private final List<LogObserver.Removal> removals = new ArrayList<>();
  private final List<Duration> jumps = new ArrayList<>();
  private EmbeddedLog log;

  @BeforeEach
  void open() {
    EmbeddedLogOptions options =
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(16_384, 8_192, 3000, 64_000, 4_096))
            .withRetention(
                new RetentionLimits(RETENTION, Duration.ofDays(30), DAY, Long.MAX_VALUE),
                neededFrom::get)
            .withTime(clock, clock.steady())
            .withObserver(
                new LogObserver() {
                  @Override
                  public void removed(Removal removal) {
                    removals.add(removal);
                  }

                  @Override
                  public void clockJumped(Duration by) {
                    jumps.add(by);
                  }
                });
    log = EmbeddedLog.openWithoutThreads(disk, options);
  }

  @AfterEach
  void close() {
    log.close();
  }

  /** Appends records to several segments. */
  private void append(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(log.append(0, RecordBatch.of(new byte[2_000]))).isNotDone();
      log.core().writer().step();
    }
  }

  /** Runs maintenance every 30 seconds for a time, or every ten minutes for a long one. */
  private void pass(Duration time) throws IOException {
    long step = time.compareTo(DAY) > 0 ? 600 : 30;
    for (long left = time.toSeconds(); left > 0; left -= step) {
      clock.advance(Duration.ofSeconds(step));
      log.core().maintenance().step();
      log.core().writer().rollIfOld();
    }
  }

  @Test
  void monthForwardForAMinute_deletesNothing() throws IOException {
    jumpAMonthForAMinute();
  }

  private void jumpAMonthForAMinute() throws IOException {
    append(50);
    pass(Duration.ofHours(2));
    clock.step(MONTH);
    pass(Duration.ofMinutes(1));
    append(10);
    clock.step(MONTH.negated());
    pass(Duration.ofHours(2));
    assertThat(log.firstOffset(0)).isZero();
    assertThat(removals).isEmpty();
    assertThat(jumps).containsExactly(MONTH);
    assertThat(log.offsetAt(0, clock.instant()))
        .as("no record has a time of the month ahead")
        .isEqualTo(60);
    assertThat(log.offsetAt(0, clock.instant().minus(Duration.ofMinutes(130)))).isEqualTo(50);
  }

  @Test
  void monthForwardForAMinuteWhileNothingIsNeeded_deletesNothing() throws IOException {
    neededFrom.set(Long.MAX_VALUE);
    jumpAMonthForAMinute();
  }

  @Test
  void lastingJumpForward_makesNoRecordOlder() throws IOException {
    neededFrom.set(Long.MAX_VALUE);
    append(50);
    pass(Duration.ofHours(2));
    clock.step(MONTH);
    pass(DAY);
    append(1);
    assertThat(removals).as("the records are a day old, not a month").isEmpty();
    pass(Duration.ofDays(7));
    assertThat(log.firstOffset(0)).as("now they are eight days old").isEqualTo(50);
    assertThat(jumps).containsExactly(MONTH);
  }

  /** What was being written during the jump has the new time where a restart finds it. */
  @Test
  void lastingJumpForward_makesTheNewestRecordsNoOlder_afterARestart() throws IOException {
    neededFrom.set(Long.MAX_VALUE);
    append(1);
    clock.step(MONTH);
    pass(DAY);
    append(1);
    log.close();
    open();
    pass(DAY);
    assertThat(log.firstOffset(0)).isZero();
    assertThat(removals).isEmpty();
  }

  @Test
  void wrongClockAtTheStart_makesNoRecordOlder() throws IOException {
    log.close();
    clock.step(MONTH.negated().multipliedBy(600));
    open();
    append(50);
    pass(Duration.ofSeconds(30));
    clock.step(MONTH.multipliedBy(600));
    pass(DAY);
    assertThat(log.firstOffset(0)).isZero();
    assertThat(removals).isEmpty();
  }

  @Test
  void jumpBack_deletesNothingAndKeepsTimesInOrder() throws IOException {
    append(50);
    pass(Duration.ofHours(2));
    clock.step(DAY.negated());
    append(10);
    pass(Duration.ofDays(2));
    append(1);
    assertThat(log.offsetAt(0, clock.instant())).isEqualTo(60);
    assertThat(removals).isEmpty();
    for (long offset = 1; offset <= 60; offset++) {
      assertThat(appendedAt(offset)).as("%d", offset).isAfterOrEqualTo(appendedAt(offset - 1));
    }
  }

  private Instant appendedAt(long offset) {
    return log.record(0, offset).orElseThrow().appendedAt();
  }

  @Test
  void afterAnOpening_nothingExpiresByAgeForAnHour() throws IOException {
    neededFrom.set(Long.MAX_VALUE);
    append(100);
    log.close();
    clock.advance(MONTH);
    open();
    pass(LogMaintenance.SETTLE.minusSeconds(30));
    assertThat(removals).isEmpty();
    pass(Duration.ofSeconds(30));
    assertThat(removals).hasSize(1);
    assertThat(removals.getFirst().segments()).isEqualTo(8);
    assertThat(removals.getFirst().fromOffset()).isZero();
    assertThat(removals.getFirst().toOffset()).isEqualTo(log.firstOffset(0)).isPositive();
    assertThat(removals.getFirst().neededRecords()).isZero();
    assertThat(removals.getFirst().sizeBytes()).isPositive();
    pass(Duration.ofMinutes(10));
    assertThat(log.firstOffset(0)).as("with the one that the opening sealed").isEqualTo(100);
    assertThat(removals.getLast().toOffset()).isEqualTo(100);
  }

  @Test
  void neededRecords_areReportedWhenTheyExpire() throws IOException {
    neededFrom.set(7);
    append(20);
    pass(MONTH.plusDays(5));
    assertThat(log.firstOffset(0)).isEqualTo(20);
    long needed = removals.stream().mapToLong(LogObserver.Removal::neededRecords).sum();
    assertThat(needed).isEqualTo(13);
  }
}
