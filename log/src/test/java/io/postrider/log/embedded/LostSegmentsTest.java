package io.postrider.log.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that gives up what is lost or damaged has all else. */
final class LostSegmentsTest {

  private static final int RECORDS = 50;

  private final TestClock clock = new TestClock();
  private final List<Long> bases = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  private EmbeddedLog open(SimulatedDisk disk) {
    return EmbeddedLog.openWithoutThreads(
        disk,
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(8_192, 8_192, 3_000, 64_000, 4_096))
            .withTime(clock, clock.steady()));
  }

  private long append(EmbeddedLog log, String text) {
    CompletableFuture<Long> done = log.append(0, RecordBatch.of(text.getBytes(UTF_8)));
    log.core().writer().step();
    clock.advance(Duration.ofMillis(1));
    return done.join();
  }

  private static String text(int offset) {
    return offset + "x".repeat(offset * 15);
  }

  /** A disk with a closed log, whose segments are noted. */
  private SimulatedDisk filled() {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLog log = open(disk);
    for (int i = 0; i < RECORDS; i++) {
      assertThat(append(log, text(i))).isEqualTo(i);
    }
    bases.clear();
    names.clear();
    for (Segment segment : log.core().view().segments().segments()) {
      bases.add(segment.baseOffset());
      names.add(segment.name());
    }
    assertThat(bases).hasSizeGreaterThan(3);
    log.close();
    bases.add((long) RECORDS);
    return disk;
  }

  private static List<String> giveUp(SimulatedDisk disk) {
    List<String> lost = new ArrayList<>();
    assertThat(EmbeddedLog.giveUpLostSegments(disk, damage -> lost.addAll(damage.all())))
        .isEqualTo(!lost.isEmpty());
    return lost;
  }

  private static String read(EmbeddedLog log, long offset) {
    byte[] bytes =
        log.record(0, offset)
            .map(
                record -> {
                  byte[] copy = new byte[record.bytes().remaining()];
                  record.bytes().duplicate().get(copy);
                  return copy;
                })
            .orElseThrow();
    return new String(bytes, UTF_8);
  }

  /** All records outside a range can be read; those in it that the log still has are corrupt. */
  private static void assertLost(EmbeddedLog log, long from, long to) {
    for (int offset = 0; offset < RECORDS; offset++) {
      int at = offset;
      if (at < from || at >= to) {
        assertThat(read(log, at)).isEqualTo(text(at));
      } else if (at >= log.firstOffset(0) && at < log.endOffset(0)) {
        assertThatThrownBy(() -> read(log, at)).isInstanceOf(LogCorruptException.class);
      }
    }
  }

  private void assertContinues(SimulatedDisk disk, EmbeddedLog log) {
    long end = log.endOffset(0);
    assertThat(append(log, "later")).isEqualTo(end);
    assertThat(read(log, end)).isEqualTo("later");
    for (long at = 0; at < end; ) {
      RewrittenSegment one = log.rewrite(at, record -> null, RewritePace.UNLIMITED);
      assertThat(one.outcome()).isEqualTo(RewrittenSegment.Outcome.DONE);
      at = one.nextOffset();
    }
    log.close();
    SimulatedDisk survivor = disk.loseAll();
    assertThat(giveUp(survivor)).isEmpty();
    assertThat(read(open(survivor), end)).isEqualTo("later");
  }

  @Test
  void segmentInTheMiddle_leavesAHole() {
    SimulatedDisk first = filled();
    for (int lost = 1; lost + 1 < names.size(); lost++) {
      SimulatedDisk disk = first.survivor();
      disk.forget(names.get(lost));
      assertThatThrownBy(() -> open(disk)).isInstanceOf(LogCorruptException.class);
      assertThat(giveUp(disk)).containsExactly("disk/" + names.get(lost));
      EmbeddedLog log = open(disk);
      assertThat(log.endOffset(0)).isEqualTo(RECORDS);
      assertLost(log, bases.get(lost), bases.get(lost + 1));
      assertContinues(disk, log);
    }
  }

  @Test
  void neighbours_leaveOneHole() {
    SimulatedDisk disk = filled();
    disk.forget(names.get(1));
    disk.forget(names.get(2));
    assertThat(giveUp(disk)).containsExactly("disk/" + names.get(2));
    EmbeddedLog log = open(disk);
    assertLost(log, bases.get(1), bases.get(3));
    assertContinues(disk, log);
  }

  @Test
  void oldestSegment_isLikeRetention() {
    SimulatedDisk disk = filled();
    disk.forget(names.get(0));
    assertThat(giveUp(disk)).containsExactly("disk/" + names.get(0));
    EmbeddedLog log = open(disk);
    assertThat(log.firstOffset(0)).isEqualTo(bases.get(1));
    assertLost(log, 0, bases.get(1));
    assertContinues(disk, log);
  }

  /** Nobody knows how many records it had, so that one offset stands for them. */
  @Test
  void newestSegment_leavesAHoleOfOne() {
    SimulatedDisk disk = filled();
    disk.forget(names.getLast());
    assertThat(giveUp(disk)).containsExactly("disk/" + names.getLast());
    EmbeddedLog log = open(disk);
    long base = bases.get(names.size() - 1);
    assertThat(log.endOffset(0)).isEqualTo(base + 1);
    assertLost(log, base, RECORDS);
    assertContinues(disk, log);
  }

  /** The positions of the batches of the newest segment, which has one for each record. */
  private List<Long> newestBatches(SimulatedDisk disk) throws IOException {
    String name = names.getLast();
    long id = FileNames.segmentId(name, FileNames.SEGMENT).orElseThrow();
    List<Long> positions = new ArrayList<>();
    try (DiskFile file = disk.open(name)) {
      SegmentHeader header = requireNonNull(LogRecovery.readHeader(disk, name, id));
      SegmentScan scan = new SegmentScan(header, file, file.size());
      while (scan.advance()) {
        positions.add(scan.position());
      }
    }
    assertThat(positions).hasSizeGreaterThan(2);
    return positions;
  }

  private static void cut(SimulatedDisk disk, String name, long size) throws IOException {
    try (DiskFile file = disk.open(name)) {
      file.truncate(size);
      file.sync();
    }
  }

  @Test
  void corruptHeader_costsItsSegment() {
    SimulatedDisk first = filled();
    for (int lost = 0; lost < names.size(); lost++) {
      SimulatedDisk disk = first.survivor();
      disk.flip(names.get(lost), 40, 3);
      assertThatThrownBy(() -> open(disk)).isInstanceOf(LogCorruptException.class);
      assertThat(giveUp(disk)).containsExactly("disk/" + names.get(lost));
      EmbeddedLog log = open(disk);
      assertLost(log, bases.get(lost), bases.get(lost + 1));
      assertContinues(disk, log);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, BatchCodec.HEADER_BYTES + 5})
  void corruptBatchOfTheNewestSegment_costsItself(int place) throws IOException {
    SimulatedDisk first = filled();
    List<Long> batches = newestBatches(first);
    long base = bases.get(names.size() - 1);
    for (int lost = 0; lost + 1 < batches.size(); lost++) {
      SimulatedDisk disk = first.survivor();
      disk.flip(names.getLast(), (int) (batches.get(lost) + place), 3);
      assertThatThrownBy(() -> open(disk)).isInstanceOf(LogCorruptException.class);
      assertThat(giveUp(disk)).containsExactly("disk/" + names.getLast());
      EmbeddedLog log = open(disk);
      assertThat(log.endOffset(0)).isEqualTo(RECORDS);
      assertLost(log, base + lost, base + lost + 1);
      assertThat(append(log, "later")).isEqualTo(RECORDS);
      assertThat(read(log, RECORDS)).isEqualTo("later");
      log.close();
      assertLost(open(disk.survivor()), base + lost, base + lost + 1);
    }
  }

  /** Nobody knows how many records were cut off, so that one offset stands for them. */
  @Test
  void newestSegmentThatIsCutOff_leavesAHoleOfOne() throws IOException {
    SimulatedDisk first = filled();
    List<Long> batches = newestBatches(first);
    long base = bases.get(names.size() - 1);
    for (int left = 0; left < batches.size(); left++) {
      SimulatedDisk disk = first.survivor();
      cut(disk, names.getLast(), batches.get(left) + 20);
      assertThatThrownBy(() -> open(disk)).isInstanceOf(LogCorruptException.class);
      assertThat(giveUp(disk)).containsExactly("disk/" + names.getLast());
      EmbeddedLog log = open(disk);
      assertThat(log.endOffset(0)).isEqualTo(base + left + 1);
      assertLost(log, base + left, RECORDS);
      assertThat(append(log, "later")).isEqualTo(base + left + 1);
    }
  }

  @Test
  void olderSegmentThatIsCutOff_keepsItsBeginning() throws IOException {
    SimulatedDisk first = filled();
    for (int lost = 0; lost + 1 < names.size(); lost++) {
      SimulatedDisk disk = first.survivor();
      cut(disk, names.get(lost), SegmentHeader.BYTES + 20);
      assertThatThrownBy(() -> open(disk)).isInstanceOf(LogCorruptException.class);
      assertThat(giveUp(disk)).containsExactly("disk/" + names.get(lost));
      EmbeddedLog log = open(disk);
      assertThat(log.endOffset(0)).isEqualTo(RECORDS);
      assertLost(log, bases.get(lost), bases.get(lost + 1));
      assertThat(append(log, "later")).isEqualTo(RECORDS);
    }
  }

  @Test
  void allSegments_areNotGivenUp() {
    SimulatedDisk disk = filled();
    names.forEach(disk::forget);
    assertThat(giveUp(disk)).isEmpty();
    assertThatThrownBy(() -> open(disk)).isInstanceOf(LogCorruptException.class);
  }

  @Test
  void wholeLog_staysAsItIs() {
    SimulatedDisk disk = filled();
    List<String> before = disk.list();
    assertThat(giveUp(disk)).isEmpty();
    assertThat(disk.list()).containsExactlyInAnyOrderElementsOf(before);
  }

  @ParameterizedTest
  @EnumSource
  void everyStep_survives(Fault.Kind kind) {
    SimulatedDisk whole = filled();
    whole.forget(names.get(1));
    whole.forget(names.getLast());
    SimulatedDisk first = whole.survivor();
    assertThat(giveUp(first)).hasSize(2);
    for (int step = 0; step < Math.max(first.steps(), first.reads()); step++) {
      SimulatedDisk disk = whole.survivor();
      disk.arm(new Fault(kind, step, 1, step));
      try {
        var _ = giveUp(disk);
      } catch (SimulatedDisk.Crash | LogUnavailableException expected) {
        assertThat(expected).isNotNull();
      }
      SimulatedDisk found = kind == Fault.Kind.KILLED ? disk : disk.loseAll();
      found.arm(Fault.NONE);
      var _ = giveUp(found);
      EmbeddedLog log = open(found);
      assertThat(log.endOffset(0)).isEqualTo(bases.get(names.size() - 1) + 1);
      assertThat(read(log, bases.get(2))).isEqualTo(text((int) (long) bases.get(2)));
      assertContinues(found, log);
    }
  }
}
