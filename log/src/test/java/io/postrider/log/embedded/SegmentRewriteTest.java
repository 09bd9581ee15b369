package io.postrider.log.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rewriting removes the old bytes of records, and nothing else, whatever the disk does. */
final class SegmentRewriteTest {

  private static final String SECRET = "secret-of-ada";
  private static final String ERASED = "erased";
  private static final int RECORDS = 48;
  private static final long[] SEEDS = {1, 2, 3};

  private final TestClock clock = new TestClock();

  @Test
  void rewrite_removesTheBytes_andKeepsOffsetsAndTimes() {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = filled(disk);
    List<LogRecord> before = readAll(log);
    assertThat(log.core().view().segments().segments()).hasSizeGreaterThan(2);

    assertThat(rewriteAll(log)).isEqualTo(RECORDS / 4);

    List<LogRecord> after = readAll(log);
    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      assertThat(after.get(i).offset()).isEqualTo(before.get(i).offset());
      assertThat(after.get(i).appendedAt()).isEqualTo(before.get(i).appendedAt());
      assertThat(text(after.get(i))).isEqualTo(expected(i, true));
    }
    assertThat(rewriteAll(log)).as("a second time").isZero();
    append(log, "later");
    assertThat(text(log.record(0, RECORDS).orElseThrow())).isEqualTo("later");
    SimulatedDisk survivor = disk.loseAll();
    assertGone(survivor);
    assertThat(texts(readAll(open(survivor)))).startsWith(expected(0, true)).endsWith("later");
  }

  @Test
  void activeSegment_isSealedOnlyIfItHoldsSomething() {
    EmbeddedLog log = open(new SimulatedDisk());
    append(log, "harmless");
    int segments = log.core().view().segments().segments().size();
    assertThat(rewriteAll(log)).isZero();
    assertThat(log.core().view().segments().segments()).hasSize(segments);
    append(log, SECRET);
    assertThat(rewriteAll(log)).isOne();
    assertThat(log.core().view().segments().segments()).hasSize(segments + 1);
  }

  @Test
  void reader_inTheMiddle_goesOn() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = filled(disk);
    Segment first = log.core().view().segments().first();
    DiskFile held = first.acquire();
    ByteBuffer old = ByteBuffer.allocate((int) first.end());
    held.read(old, 0);
    List<String> seen = new ArrayList<>();
    try (LogReader reader = log.reader(0, 0)) {
      reader.read(1).forEach(record -> seen.add(text(record)));
      assertThat(rewriteAll(log)).isPositive();
      for (List<LogRecord> some = reader.read(1); !some.isEmpty(); some = reader.read(1)) {
        some.forEach(record -> seen.add(text(record)));
      }
    }
    for (int i = 0; i < RECORDS; i++) {
      assertThat(seen.get(i)).isIn(expected(i, false), expected(i, true));
    }
    assertThat(seen.getLast()).isEqualTo(expected(RECORDS - 1, true));
    ByteBuffer still = ByteBuffer.allocate((int) first.end());
    held.read(still, 0);
    assertThat(still).as("the file that a reader holds").isEqualTo(old);
    first.release(held);
    DiskFile fresh = first.acquire();
    assertThat(fresh).isNotSameAs(held);
    first.release(fresh);
  }

  @Test
  void oldFile_closesWithItsLastUser() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = filled(disk);
    Segment first = log.core().view().segments().first();
    DiskFile one = first.acquire();
    assertThat(first.acquire()).isSameAs(one);
    int open = disk.openFiles();
    assertThat(rewriteAll(log)).isPositive();
    DiskFile other = first.acquire();
    first.release(other);
    first.release(one);
    int beforeLast = disk.openFiles();
    first.release(one);
    assertThat(disk.openFiles()).isEqualTo(beforeLast - 1);
    assertThat(open).isPositive();
  }

  @Test
  void pace_stopsBetweenBatches_andNothingChanges() {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = filled(disk);
    List<String> files = disk.list();
    RewrittenSegment stopped = log.rewrite(0, SegmentRewriteTest::erase, bytes -> false);
    assertThat(stopped.outcome()).isEqualTo(RewrittenSegment.Outcome.STOPPED);
    assertThat(stopped.nextOffset()).isZero();
    assertThat(disk.list()).containsExactlyInAnyOrderElementsOf(files);
    assertThat(text(log.record(0, 0).orElseThrow())).isEqualTo(expected(0, false));
  }

  @Test
  void damagedSegment_isSkipped_andStays() {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = filled(disk);
    Segment second = log.core().view().segments().segments().get(1);
    disk.flip(second.name(), SegmentHeader.BYTES + BatchCodec.HEADER_BYTES + 9, 3);
    byte[] before = disk.content(second.name());
    List<RewrittenSegment.Outcome> outcomes = new ArrayList<>();
    for (long at = 0; at < RECORDS; ) {
      RewrittenSegment one = log.rewrite(at, SegmentRewriteTest::erase, RewritePace.UNLIMITED);
      outcomes.add(one.outcome());
      at = one.nextOffset();
    }
    assertThat(outcomes.get(1)).isEqualTo(RewrittenSegment.Outcome.DAMAGED);
    outcomes.remove(1);
    assertThat(outcomes).containsOnly(RewrittenSegment.Outcome.DONE);
    assertThat(disk.content(second.name())).isEqualTo(before);
  }

  @Test
  void longerRecord_isRefused() {
    EmbeddedLog log = filled(new SimulatedDisk());
    assertThatThrownBy(
            () -> log.rewrite(0, record -> ByteBuffer.allocate(10_000), RewritePace.UNLIMITED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(text(log.record(0, 0).orElseThrow())).isEqualTo(expected(0, false));
  }

  @Test
  void closedLog_refuses() {
    EmbeddedLog log = filled(new SimulatedDisk());
    log.close();
    assertThatThrownBy(() -> rewriteAll(log)).isInstanceOf(LogUnavailableException.class);
    assertThat(log.core().writer().rollRequest().ask()).isCompletedExceptionally();
  }

  @ParameterizedTest
  @EnumSource
  void everyStep_survives(Fault.Kind kind) {
    SimulatedDisk whole = new SimulatedDisk();
    EmbeddedLog plain = filled(whole);
    boolean reads = kind == Fault.Kind.READ_ERROR;
    int from = reads ? whole.reads() : whole.steps();
    var _ = rewriteAll(plain);
    int to = reads ? whole.reads() : whole.steps();
    int fired = 0;
    for (long seed : SEEDS) {
      for (int step = from; step < to; step++) {
        fired += survives(new Fault(kind, step, (int) seed, seed)) ? 1 : 0;
      }
    }
    assertThat(fired).isPositive();
  }

  private boolean survives(Fault fault) {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = filled(disk);
    disk.arm(fault);
    try {
      try {
        var _ = rewriteAll(log);
      } catch (SimulatedDisk.Crash | LogUnavailableException expected) {
        assertThat(expected).isNotNull();
      }
      boolean fired = disk.fired();
      SimulatedDisk found = fault.kind() == Fault.Kind.KILLED ? disk : disk.loseAll();
      found.arm(Fault.NONE);
      EmbeddedLog again = open(found);
      List<LogRecord> records = readAll(again);
      assertThat(records).hasSize(RECORDS);
      for (int i = 0; i < RECORDS; i++) {
        assertThat(text(records.get(i))).isIn(expected(i, false), expected(i, true));
      }
      var _ = rewriteAll(again);
      again.core().maintenance().step();
      SimulatedDisk last = found.loseAll();
      assertGone(last);
      assertThat(readAll(open(last))).hasSize(RECORDS);
      return fired;
    } catch (RuntimeException | IOException | AssertionError e) {
      throw new AssertionError("replay with " + fault + ": " + e.getMessage(), e);
    }
  }

  /** Every fourth record has the secret. */
  private EmbeddedLog filled(SimulatedDisk disk) {
    EmbeddedLog log = open(disk);
    for (int i = 0; i < RECORDS; i++) {
      append(log, expected(i, false));
    }
    return log;
  }

  private static String expected(int i, boolean rewritten) {
    if (i % 4 == 2) {
      return rewritten ? ERASED : i + SECRET + "x".repeat(i * 20);
    }
    return i + "-" + "y".repeat(i * 15);
  }

  private EmbeddedLog open(SimulatedDisk disk) {
    return EmbeddedLog.openWithoutThreads(
        disk,
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(8_192, 8_192, 3_000, 64_000, 4_096))
            .withTime(clock, clock.steady()));
  }

  private void append(EmbeddedLog log, String text) {
    CompletableFuture<Long> done = log.append(0, RecordBatch.of(text.getBytes(ISO_8859_1)));
    log.core().writer().step();
    assertThat(done).isCompleted();
    clock.advance(Duration.ofMillis(1));
  }

  private static int rewriteAll(EmbeddedLog log) {
    long end = log.endOffset(0);
    int changed = 0;
    for (long at = 0; at < end; ) {
      RewrittenSegment one = log.rewrite(at, SegmentRewriteTest::erase, RewritePace.UNLIMITED);
      changed += one.changedRecords();
      at = one.nextOffset();
    }
    return changed;
  }

  private static @Nullable ByteBuffer erase(LogRecord record) {
    return text(record).contains(SECRET) ? ByteBuffer.wrap(ERASED.getBytes(ISO_8859_1)) : null;
  }

  private static List<LogRecord> readAll(EmbeddedLog log) {
    List<LogRecord> all = new ArrayList<>();
    try (LogReader reader = log.reader(0, 0)) {
      for (List<LogRecord> some = reader.read(700); !some.isEmpty(); some = reader.read(700)) {
        all.addAll(some);
      }
    }
    return all;
  }

  private static void assertGone(SimulatedDisk survivor) {
    for (String name : survivor.list()) {
      assertThat(new String(survivor.content(name), ISO_8859_1)).as(name).doesNotContain(SECRET);
    }
  }

  private static List<String> texts(List<LogRecord> records) {
    return records.stream().map(SegmentRewriteTest::text).toList();
  }

  private static String text(LogRecord record) {
    byte[] bytes = new byte[record.bytes().remaining()];
    record.bytes().duplicate().get(bytes);
    return new String(bytes, ISO_8859_1);
  }
}
