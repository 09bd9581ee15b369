package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The log while it cannot accept appends, driven step by step. */
final class LogStateTest {

  private static final int FOREVER = 1_000_000;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final TestClock clock = new TestClock();
  private final AtomicLong neededFrom = new AtomicLong();
  private final List<LogState> states = new ArrayList<>();

  @Test
  void failedSync_failsEveryWaitingAppend_untilANewSegmentIsMade() {
    EmbeddedLog log = open(Long.MAX_VALUE);
    append(log, 100).join();
    CompletableFuture<Long> first = log.append(0, RecordBatch.of(new byte[100]));
    CompletableFuture<Long> second = log.append(0, RecordBatch.of(new byte[100]));
    breakDisk(Fault.Kind.FAILED_SYNC);
    log.core().writer().step();
    assertThat(failure(first)).isInstanceOf(LogUnavailableException.class);
    assertThat(failure(second)).isInstanceOf(LogUnavailableException.class);
    assertThat(log.state()).isInstanceOf(LogState.Failed.class);
    assertThat(log.state().message()).contains("failed sync");

    assertThat(failure(log.append(0, RecordBatch.of(new byte[1]))))
        .isInstanceOf(LogUnavailableException.class);
    assertThat(log.reader(0, 0).read(1000)).hasSize(1);
    assertThat(log.core().writer().recover()).isFalse();
    assertThat(log.endOffset(0)).isEqualTo(1);

    disk.arm(Fault.NONE);
    assertThat(log.core().writer().recover()).isTrue();
    assertThat(log.state()).isEqualTo(new LogState.Running());
    assertThat(append(log, 200).join()).isEqualTo(1);
    assertThat(log.record(0, 1).orElseThrow().bytes().remaining()).isEqualTo(200);
    assertThat(states).hasSize(2);
  }

  @Test
  void fullDisk_isReportedWhenTheSegmentIsFull() throws IOException {
    EmbeddedLog log = open(Long.MAX_VALUE);
    breakDisk(Fault.Kind.NO_SPACE);
    try {
      log.core().preallocator().step();
    } catch (NoSpaceException e) {
      assertThat(e).hasMessageContaining("no space");
    }
    disk.arm(Fault.NONE);
    long taken = 0;
    while (log.core().view().segments().last().end() + 1100 < 8192) {
      assertThat(append(log, 1000).join()).isEqualTo(taken++);
    }
    breakDisk(Fault.Kind.NO_SPACE);
    assertThat(failure(append(log, 1000))).isInstanceOf(LogUnavailableException.class);
    assertThat(log.state()).isInstanceOf(LogState.Full.class);
    assertThat(log.reader(0, 0).read(10)).isNotEmpty();
    disk.arm(Fault.NONE);
    assertThat(log.core().writer().recover()).isTrue();
    assertThat(append(log, 1000).join()).isEqualTo(taken);
  }

  @Test
  void sizeLimit_keepsNeededRecords_andTheLogIsFull() throws IOException {
    EmbeddedLog log = open(60_000);
    int taken = 0;
    while (log.state() instanceof LogState.Running && taken < 1000) {
      assertThat(append(log, 1000)).isDone();
      log.core().maintenance().step();
      taken++;
    }
    assertThat(log.state()).isInstanceOf(LogState.Full.class);
    assertThat(log.state().message()).contains("60000");
    assertThat(log.firstOffset(0)).isZero();
    assertThat(log.core().writer().recover()).isFalse();

    neededFrom.set(taken / 2);
    log.core().maintenance().step();
    assertThat(log.firstOffset(0)).isPositive();
    assertThat(log.core().writer().recover()).isTrue();
    assertThat(append(log, 1000).join()).isEqualTo(taken - 1);
  }

  @Test
  void sizeLimit_expiresNeededRecordsThatAreOldEnough() throws IOException {
    EmbeddedLog log = open(60_000);
    for (int i = 0; i < 500; i++) {
      assertThat(append(log, 1000).join()).isEqualTo(i);
      log.core().maintenance().step();
      clock.advance(Duration.ofHours(1));
    }
    assertThat(log.firstOffset(0)).isGreaterThan(400);
    assertThat(log.core().view().segments().sizeBytes()).isLessThan(60_000);
  }

  @Test
  void idleLog_rollsByAge_soThatItsLastRecordsExpire() throws IOException {
    EmbeddedLog log = open(Long.MAX_VALUE);
    neededFrom.set(Long.MAX_VALUE);
    LogWriter writer = log.core().writer();
    clock.advance(Duration.ofDays(100));
    writer.rollIfOld();
    assertThat(log.core().view().segments().segments()).hasSize(1); // it is empty
    append(log, 100).join();
    clock.advance(Duration.ofHours(21).minusMillis(1));
    append(log, 100).join();
    writer.rollIfOld();
    assertThat(log.core().view().segments().segments()).hasSize(1);
    clock.advance(Duration.ofMillis(1));
    writer.rollIfOld();
    writer.rollIfOld();
    assertThat(log.core().view().segments().segments()).hasSize(2);
    clock.advance(Duration.ofDays(7).minusMillis(1));
    log.core().maintenance().step();
    assertThat(log.firstOffset(0)).isZero();
    clock.advance(Duration.ofMillis(1));
    log.core().maintenance().step();
    assertThat(log.firstOffset(0)).isEqualTo(2);
    assertThat(append(log, 100).join()).isEqualTo(2);
  }

  @Test
  void oldSegmentOfAFullLog_isFilledFirst() {
    EmbeddedLog log = open(33_000, Duration.ofDays(1));
    neededFrom.set(0);
    while (log.core().view().segments().segments().size() < 3) {
      append(log, 1000).join();
    }
    append(log, 1000).join();
    clock.advance(Duration.ofHours(22));
    log.core().writer().rollIfOld();
    assertThat(log.state()).isEqualTo(new LogState.Running());
    assertThat(log.core().view().segments().segments()).hasSize(3);
    assertThat(append(log, 100)).isCompleted();
  }

  @Test
  void failedRollByAge_isRecovered() {
    EmbeddedLog log = open(Long.MAX_VALUE);
    append(log, 100).join();
    clock.advance(Duration.ofHours(22));
    breakDisk(Fault.Kind.FAILED_SYNC);
    log.core().writer().rollIfOld();
    assertThat(log.state()).isInstanceOf(LogState.Failed.class);
    disk.arm(Fault.NONE);
    assertThat(log.core().writer().recover()).isTrue();
    assertThat(append(log, 100).join()).isEqualTo(1);
  }

  @Test
  void completedAppends_freeTheQueue() {
    EmbeddedLog log = open(Long.MAX_VALUE);
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 21; i++) {
        assertThat(log.append(0, RecordBatch.of(new byte[2996]))).isNotDone();
      }
      assertThat(failure(log.append(0, RecordBatch.of(new byte[1000]))))
          .isInstanceOf(LogBusyException.class);
      while (log.core().writer().step()) {
        assertThat(log.state()).isEqualTo(new LogState.Running());
      }
    }
    assertThat(log.endOffset(0)).isEqualTo(210);
  }

  private EmbeddedLog open(long maxBytes) {
    return open(maxBytes, Duration.ofHours(3));
  }

  private EmbeddedLog open(long maxBytes, Duration spare) {
    EmbeddedLogOptions options =
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(16_384, 8_192, 3000, 63_500, 4_096))
            .withRetention(
                new RetentionLimits(Duration.ofDays(7), Duration.ofDays(30), spare, maxBytes),
                neededFrom::get)
            .withTime(clock, clock.steady())
            .withObserver(
                new LogObserver() {
                  @Override
                  public void changed(LogState state) {
                    states.add(state);
                  }
                });
    return EmbeddedLog.openWithoutThreads(disk, options);
  }

  private void breakDisk(Fault.Kind kind) {
    disk.arm(new Fault(kind, disk.steps(), FOREVER, 1));
  }

  private static CompletableFuture<Long> append(EmbeddedLog log, int size) {
    CompletableFuture<Long> future = log.append(0, RecordBatch.of(new byte[size]));
    log.core().writer().step();
    return future;
  }

  private static Throwable failure(CompletableFuture<Long> future) {
    assertThat(future).isCompletedExceptionally();
    return future.exceptionNow();
  }
}
