package io.postrider.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.message.TestSeeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class FailureIndexTest {

  private static final long NOW = Instant.parse("2026-03-01T12:00:30Z").toEpochMilli();
  private static final Failure TIMEOUT = new Failure(FailureReason.TIMEOUT, 0, false);
  private static final Failure BAD = new Failure(FailureReason.HTTP_STATUS, 400, true);

  private final SplittableRandom random =
      new SplittableRandom(TestSeeds.seed(FailureIndexTest.class));

  /** Flushes into rows, as a database would keep them. */
  private static void flush(FailureIndex marks, Map<Long, EncodedFailureChunk> rows) {
    for (EncodedFailureChunk chunk : marks.changes()) {
      if (chunk.bytes() == null) {
        rows.remove(chunk.key());
      } else {
        rows.put(chunk.key(), chunk);
      }
    }
    marks.flushed(marks.version());
    assertThat(marks.isDirty()).isFalse();
  }

  private static void check(FailureIndex marks, Map<Long, DeliveryStatus> model, long range) {
    long failed = 0;
    List<Long> offsets = new ArrayList<>();
    for (long offset = 0; offset < range; offset++) {
      @Nullable DeliveryStatus expected = model.get(offset);
      assertThat(marks.at(offset)).isEqualTo(expected);
      if (expected instanceof DeliveryStatus.Failed) {
        failed++;
        offsets.add(offset);
      }
    }
    assertThat(marks.failed()).isEqualTo(failed);
    List<Long> found = new ArrayList<>();
    for (long at = marks.nextFailed(0, range); at >= 0; at = marks.nextFailed(at + 1, range)) {
      found.add(at);
    }
    assertThat(found).isEqualTo(offsets);
  }

  @Test
  void marks_areWhatTheyWereSetTo_alsoAfterFlushing() {
    long range = 3 * FailureChunk.SIZE;
    FailureIndex marks = FailureIndex.of(List.of());
    Map<Long, DeliveryStatus> model = new HashMap<>();
    Map<Long, EncodedFailureChunk> rows = new TreeMap<>();
    for (int step = 0; step < 600; step++) {
      long offset = random.nextLong(range);
      long to = Math.min(range, offset + random.nextLong(1, 3_000));
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          Failure failure = random.nextBoolean() ? TIMEOUT : BAD;
          marks.fail(offset, failure, NOW);
          model.put(offset, new DeliveryStatus.Failed(failure));
        }
        case 3 -> {
          marks.expire(offset, to);
          for (long at = offset; at < to; at++) {
            model.put(at, new DeliveryStatus.Expired());
          }
        }
        case 4 -> {
          marks.cancel(offset, to);
          for (long at = offset; at < to; at++) {
            model.merge(
                at,
                new DeliveryStatus.Cancelled(),
                (old, cancelled) -> old instanceof DeliveryStatus.Expired ? old : cancelled);
          }
        }
        case 5 -> {
          marks.supersede(offset);
          model.put(offset, new DeliveryStatus.Superseded());
        }
        case 6 -> {
          marks.filter(offset);
          model.put(offset, new DeliveryStatus.Filtered());
        }
        default -> {
          for (long at = offset; at < to; at++) {
            marks.clear(at);
            model.remove(at);
          }
        }
      }
      if (step % 200 == 199) {
        check(marks, model, range);
        flush(marks, rows);
        marks = FailureIndex.of(rows.values());
        check(marks, model, range);
      }
    }
  }

  @Test
  void onlyChunksThatChanged_areFlushed() {
    FailureIndex marks = FailureIndex.of(List.of());
    marks.fail(5, TIMEOUT, NOW);
    marks.fail(5 + FailureChunk.SIZE, TIMEOUT, NOW);
    assertThat(marks.changes()).extracting(EncodedFailureChunk::key).containsExactly(0L, 1L);
    marks.flushed(marks.version());
    marks.fail(6, BAD, NOW);
    assertThat(marks.changes()).extracting(EncodedFailureChunk::key).containsExactly(0L);
    long version = marks.version();
    marks.fail(7, BAD, NOW);
    marks.flushed(version);
    assertThat(marks.isDirty()).as("changed since").isTrue();
    marks.clear(5 + FailureChunk.SIZE);
    List<EncodedFailureChunk> changes = marks.changes();
    assertThat(changes.get(1).key()).isEqualTo(1);
    assertThat(changes.get(1).bytes()).as("the row may go").isNull();
    marks.clear(999);
    marks.flushed(marks.version());
    marks.clear(999);
    assertThat(marks.isDirty()).isFalse();
  }

  @Test
  void wholeChunksBeforeTheLog_areForgotten() {
    FailureIndex marks = FailureIndex.of(List.of());
    marks.fail(1, TIMEOUT, NOW);
    marks.fail(FailureChunk.SIZE + 1L, TIMEOUT, NOW);
    marks.flushed(marks.version());
    marks.forgetBefore(FailureChunk.SIZE + 500L);
    assertThat(marks.failed()).isEqualTo(1);
    assertThat(marks.at(1)).isNull();
    assertThat(marks.at(FailureChunk.SIZE + 1L)).isNotNull();
    assertThat(marks.changes()).hasSize(1);
  }

  @Test
  void manyFailures_takeFewBytes() {
    FailureIndex all = FailureIndex.of(List.of());
    FailureIndex scattered = FailureIndex.of(List.of());
    for (int offset = 0; offset < FailureChunk.SIZE; offset++) {
      all.fail(offset, TIMEOUT, NOW);
      if (random.nextInt(2) == 0) {
        scattered.fail(offset, TIMEOUT, NOW);
      }
    }
    assertThat(requireNonNull(all.changes().getFirst().bytes()).length).isLessThan(32);
    assertThat(requireNonNull(scattered.changes().getFirst().bytes()).length).isLessThan(8_300);
  }

  @Test
  void reasons_areBoundedAndThenToldByANeighbour() {
    FailureIndex marks = FailureIndex.of(List.of());
    for (int offset = 0; offset < FailureChunk.SIZE; offset++) {
      marks.fail(offset, offset % 2 == 0 ? TIMEOUT : BAD, NOW);
    }
    assertThat(marks.failed()).isEqualTo(FailureChunk.SIZE);
    assertThat(marks.at(501)).isEqualTo(new DeliveryStatus.Failed(BAD));
    assertThat(marks.at(60_000)).isInstanceOf(DeliveryStatus.Failed.class);
    assertThat(requireNonNull(marks.changes().getFirst().bytes()).length).isLessThan(5_000);
  }

  private static FailureIndex reread(FailureIndex marks) {
    return FailureIndex.of(marks.changes());
  }

  @Test
  void times_areKeptByTheMinute() {
    long minute = NOW - NOW % 60_000;
    FailureIndex marks = FailureIndex.of(List.of());
    marks.fail(5, TIMEOUT, NOW);
    marks.fail(9, TIMEOUT, NOW + 90_000);
    marks.fail(7, BAD, NOW + 3_600_000);
    marks.fail(6, BAD, NOW + 10_000);
    for (FailureIndex told : List.of(marks, reread(marks))) {
      assertThat(told.failedAtMillis(5)).isEqualTo(minute);
      assertThat(told.failedAtMillis(6)).isEqualTo(minute);
      assertThat(told.failedAtMillis(7)).isEqualTo(minute + 3_600_000);
      assertThat(told.failedAtMillis(9)).isEqualTo(minute + 120_000);
      assertThat(told.failedAtMillis(8)).as("did not fail").isEqualTo(FailureTimes.UNKNOWN);
      assertThat(told.failedAtMillis(9_999_999)).isEqualTo(FailureTimes.UNKNOWN);
    }
  }

  @Test
  void times_becomeCoarserPastTheBoundAndAreNeverTooLate() {
    FailureIndex marks = FailureIndex.of(List.of());
    long[] failedAt = new long[5_000];
    for (int offset = 0; offset < failedAt.length; offset++) {
      failedAt[offset] = NOW + Duration.ofMinutes(random.nextInt(600)).toMillis();
      marks.fail(offset, TIMEOUT, failedAt[offset]);
    }
    FailureIndex told = reread(marks);
    for (int offset = 0; offset < failedAt.length; offset++) {
      long about = told.failedAtMillis(offset);
      assertThat(failedAt[offset] - about).isBetween(0L, Duration.ofMinutes(2_048).toMillis());
    }
    assertThat(requireNonNull(marks.changes().getFirst().bytes()).length).isLessThan(6_000);
  }

  @Test
  void marksOfTheFirstVersion_areStillRead() {
    ByteWriter out = new ByteWriter(64);
    out.octet(1);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(3), out);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(4), out);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(5), out);
    ReasonRuns reasons = new ReasonRuns();
    reasons.set(3, BAD, true);
    reasons.encode(out);
    FailureIndex marks = FailureIndex.of(List.of(new EncodedFailureChunk(0, out.finish())));
    assertThat(marks.at(3)).isEqualTo(new DeliveryStatus.Failed(BAD));
    assertThat(marks.at(4)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(marks.at(5)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(marks.failedAtMillis(3)).isEqualTo(FailureTimes.UNKNOWN);
    marks.fail(2, TIMEOUT, NOW);
    assertThat(marks.failedAtMillis(3))
        .as("not told by its neighbour")
        .isEqualTo(FailureTimes.UNKNOWN);
  }

  @Test
  void codesOfReasons_neverChange() {
    assertThat(FailureReason.ofCode(1)).isEqualTo(FailureReason.TIMEOUT);
    assertThat(FailureReason.ofCode(2)).isEqualTo(FailureReason.HTTP_STATUS);
    assertThat(FailureReason.ofCode(3)).isEqualTo(FailureReason.CONNECTION_REFUSED);
    assertThat(FailureReason.ofCode(4)).isEqualTo(FailureReason.CONNECTION_RESET);
    assertThat(FailureReason.ofCode(5)).isEqualTo(FailureReason.UNREACHABLE);
    assertThat(FailureReason.ofCode(6)).isEqualTo(FailureReason.PROTOCOL);
    assertThat(FailureReason.ofCode(7)).isEqualTo(FailureReason.DNS);
    assertThat(FailureReason.ofCode(8)).isEqualTo(FailureReason.SELF_SIGNED_CERTIFICATE);
    assertThat(FailureReason.ofCode(9)).isEqualTo(FailureReason.TLS);
    assertThat(FailureReason.ofCode(10)).isEqualTo(FailureReason.ADDRESS_REFUSED);
    for (FailureReason reason : FailureReason.values()) {
      assertThat(FailureReason.ofCode(reason.code())).isEqualTo(reason);
    }
    assertThat(FailureReason.ofCode(0)).isNull();
  }

  @Test
  void garbage_isRefusedInWords() {
    FailureIndex marks = FailureIndex.of(List.of());
    marks.fail(5, TIMEOUT, NOW);
    marks.fail(7, TIMEOUT, NOW + 90_000);
    marks.expire(50, 500);
    marks.supersede(20);
    marks.filter(21);
    byte[] bytes = requireNonNull(marks.changes().getFirst().bytes());
    for (int cut = 0; cut < bytes.length; cut++) {
      byte[] less = Arrays.copyOf(bytes, cut);
      assertThatThrownBy(() -> FailureIndex.of(List.of(new EncodedFailureChunk(0, less))))
          .isInstanceOf(CursorCorruptException.class)
          .hasMessageContaining("Chunk 0");
    }
    CorruptBytes.mutated(
        bytes,
        random,
        20_000,
        mutant -> FailureIndex.of(List.of(new EncodedFailureChunk(0, mutant))));
  }
}
