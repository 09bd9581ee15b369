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
  private static final Failure TIMEOUT = new Failure(FailureReason.TIMEOUT, 0, false, false);
  private static final Failure BAD = new Failure(FailureReason.HTTP_STATUS, 400, true, false);

  private final SplittableRandom random =
      new SplittableRandom(TestSeeds.seed(FailureIndexTest.class));

  /** Saves changed chunks as a database does. */
  private static void flush(FailureIndex failures, Map<Long, EncodedFailureChunk> rows) {
    for (EncodedFailureChunk chunk : failures.changes()) {
      if (chunk.bytes() == null) {
        rows.remove(chunk.key());
      } else {
        rows.put(chunk.key(), chunk);
      }
    }
    failures.flushed(failures.version());
    assertThat(failures.isDirty()).isFalse();
  }

  private static void check(FailureIndex failures, Map<Long, DeliveryStatus> model, long range) {
    long failed = 0;
    List<Long> offsets = new ArrayList<>();
    for (long offset = 0; offset < range; offset++) {
      @Nullable DeliveryStatus expected = model.get(offset);
      assertThat(failures.at(offset)).isEqualTo(expected);
      if (expected instanceof DeliveryStatus.Failed) {
        failed++;
        offsets.add(offset);
      }
    }
    assertThat(failures.failed()).isEqualTo(failed);
    List<Long> found = new ArrayList<>();
    for (long at = failures.nextFailed(0, range);
        at >= 0;
        at = failures.nextFailed(at + 1, range)) {
      found.add(at);
    }
    assertThat(found).isEqualTo(offsets);
  }

  @Test
  void statuses_areReadBack_alsoAfterFlushing() {
    long range = 3 * FailureChunk.SIZE;
    FailureIndex failures = FailureIndex.of(List.of());
    Map<Long, DeliveryStatus> model = new HashMap<>();
    Map<Long, EncodedFailureChunk> rows = new TreeMap<>();
    for (int step = 0; step < 600; step++) {
      long offset = random.nextLong(range);
      long to = Math.min(range, offset + random.nextLong(1, 3_000));
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          Failure failure = random.nextBoolean() ? TIMEOUT : BAD;
          failures.fail(offset, failure, NOW);
          model.put(offset, new DeliveryStatus.Failed(failure));
        }
        case 3 -> {
          failures.expire(offset, to);
          for (long at = offset; at < to; at++) {
            model.put(at, new DeliveryStatus.Expired());
          }
        }
        case 4 -> {
          failures.cancel(offset, to);
          for (long at = offset; at < to; at++) {
            model.merge(
                at,
                new DeliveryStatus.Cancelled(),
                (old, cancelled) -> old instanceof DeliveryStatus.Expired ? old : cancelled);
          }
        }
        case 5 -> {
          failures.supersede(offset);
          model.put(offset, new DeliveryStatus.Superseded());
        }
        case 6 -> {
          failures.filter(offset);
          model.put(offset, new DeliveryStatus.Filtered());
        }
        default -> {
          for (long at = offset; at < to; at++) {
            failures.clear(at);
            model.remove(at);
          }
        }
      }
      if (step % 200 == 199) {
        check(failures, model, range);
        flush(failures, rows);
        failures = FailureIndex.of(rows.values());
        check(failures, model, range);
      }
    }
  }

  @Test
  void onlyChangedChunks_areFlushed() {
    FailureIndex failures = FailureIndex.of(List.of());
    failures.fail(5, TIMEOUT, NOW);
    failures.fail(5 + FailureChunk.SIZE, TIMEOUT, NOW);
    assertThat(failures.changes()).extracting(EncodedFailureChunk::key).containsExactly(0L, 1L);
    failures.flushed(failures.version());
    failures.fail(6, BAD, NOW);
    assertThat(failures.changes()).extracting(EncodedFailureChunk::key).containsExactly(0L);
    long version = failures.version();
    failures.fail(7, BAD, NOW);
    failures.flushed(version);
    assertThat(failures.isDirty()).as("changed since").isTrue();
    failures.clear(5 + FailureChunk.SIZE);
    List<EncodedFailureChunk> changes = failures.changes();
    assertThat(changes.get(1).key()).isEqualTo(1);
    assertThat(changes.get(1).bytes()).as("the row may go").isNull();
    failures.clear(999);
    failures.flushed(failures.version());
    failures.clear(999);
    assertThat(failures.isDirty()).isFalse();
  }

  @Test
  void wholeChunksBeforeTheLog_areForgotten() {
    FailureIndex failures = FailureIndex.of(List.of());
    failures.fail(1, TIMEOUT, NOW);
    failures.fail(FailureChunk.SIZE + 1L, TIMEOUT, NOW);
    failures.flushed(failures.version());
    failures.forgetBefore(FailureChunk.SIZE + 500L);
    assertThat(failures.failed()).isEqualTo(1);
    assertThat(failures.at(1)).isNull();
    assertThat(failures.at(FailureChunk.SIZE + 1L)).isNotNull();
    assertThat(failures.changes()).hasSize(1);
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
  void reasons_beyondTheBound_areTheNeighbours() {
    FailureIndex failures = FailureIndex.of(List.of());
    for (int offset = 0; offset < FailureChunk.SIZE; offset++) {
      failures.fail(offset, offset % 2 == 0 ? TIMEOUT : BAD, NOW);
    }
    assertThat(failures.failed()).isEqualTo(FailureChunk.SIZE);
    assertThat(failures.at(501)).isEqualTo(new DeliveryStatus.Failed(BAD));
    assertThat(failures.at(60_000)).isInstanceOf(DeliveryStatus.Failed.class);
    assertThat(requireNonNull(failures.changes().getFirst().bytes()).length).isLessThan(5_000);
  }

  private static FailureIndex reread(FailureIndex failures) {
    return FailureIndex.of(failures.changes());
  }

  @Test
  void times_areExact() {
    FailureIndex failures = FailureIndex.of(List.of());
    failures.fail(5, TIMEOUT, NOW);
    failures.fail(9, TIMEOUT, NOW + 90_001);
    failures.fail(7, BAD, NOW + 3_600_000);
    failures.fail(6, BAD, NOW + 1);
    for (FailureIndex told : List.of(failures, reread(failures))) {
      assertThat(told.failedAtMillis(5)).isEqualTo(NOW);
      assertThat(told.failedAtMillis(6)).isEqualTo(NOW + 1);
      assertThat(told.failedAtMillis(7)).isEqualTo(NOW + 3_600_000);
      assertThat(told.failedAtMillis(9)).isEqualTo(NOW + 90_001);
      assertThat(told.failedAtMillis(8)).as("did not fail").isEqualTo(FailureTimes.UNKNOWN);
      assertThat(told.failedAtMillis(9_999_999)).isEqualTo(FailureTimes.UNKNOWN);
    }
  }

  @Test
  void times_becomeCoarserBeyondTheBoundAndAreNeverTooLate() {
    FailureIndex failures = FailureIndex.of(List.of());
    long[] failedAt = new long[5_000];
    for (int offset = 0; offset < failedAt.length; offset++) {
      failedAt[offset] = NOW + Duration.ofMinutes(random.nextInt(600)).toMillis();
      failures.fail(offset, TIMEOUT, failedAt[offset]);
    }
    FailureIndex told = reread(failures);
    for (int offset = 0; offset < failedAt.length; offset++) {
      long about = told.failedAtMillis(offset);
      assertThat(failedAt[offset] - about).isBetween(0L, Duration.ofMinutes(2_048).toMillis());
    }
    assertThat(requireNonNull(failures.changes().getFirst().bytes()).length).isLessThan(6_000);
  }

  @Test
  void times_areExactUpToTheBound() {
    FailureIndex failures = FailureIndex.of(List.of());
    for (int offset = 0; offset < FailureTimes.MAX_RUNS - 1; offset++) {
      failures.fail(offset, TIMEOUT, NOW + 7L * offset);
    }
    int last = FailureTimes.MAX_RUNS - 2;
    assertThat(reread(failures).failedAtMillis(last)).isEqualTo(NOW + 7L * last);
    failures.fail(last + 1, TIMEOUT, NOW + 7L * (last + 1));
    long rounded = reread(failures).failedAtMillis(last + 1);
    assertThat(NOW + 7L * (last + 1) - rounded).isBetween(0L, 15L);
  }

  @Test
  void failuresInDescendingOrder_endAtTheBound() {
    FailureIndex failures = FailureIndex.of(List.of());
    for (int offset = 60_000; offset >= 0; offset -= 3) {
      failures.fail(offset, TIMEOUT, NOW - offset);
    }
    FailureIndex told = reread(failures);
    for (int offset = 0; offset <= 60_000; offset += 3) {
      assertThat(NOW - offset - told.failedAtMillis(offset)).isBetween(0L, 1_000L);
    }
  }

  @Test
  void failureBeforeTheFirst_hasAReasonBeyondTheBound() {
    FailureIndex failures = FailureIndex.of(List.of());
    for (int offset = 10; offset < 10 + 2 * ReasonRuns.MAX_RUNS; offset++) {
      failures.fail(offset, offset % 2 == 0 ? TIMEOUT : BAD, NOW);
    }
    failures.fail(3, BAD, NOW);
    FailureIndex told = reread(failures);
    assertThat(told.at(3)).isInstanceOf(DeliveryStatus.Failed.class);
    assertThat(told.at(10)).isEqualTo(new DeliveryStatus.Failed(TIMEOUT));
  }

  @Test
  void timesInMinutes_areStillRead() {
    ByteWriter out = new ByteWriter(64);
    out.octet(2);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(3, 9), out);
    for (int set = 1; set < 5; set++) {
      BitSetCodec.encode(new RoaringBitmap(), out);
    }
    ReasonRuns reasons = new ReasonRuns();
    reasons.set(3, BAD, true);
    reasons.encode(out);
    out.number(1); // units of two minutes
    out.number(2);
    out.number(3);
    out.signed(1_000);
    out.number(6);
    out.signed(-1_001);
    FailureIndex failures = FailureIndex.of(List.of(new EncodedFailureChunk(0, out.finish())));
    failures.fail(4, TIMEOUT, NOW);
    for (FailureIndex told : List.of(failures, reread(failures))) {
      assertThat(told.failedAtMillis(3)).isEqualTo(2_000 * 60_000L);
      assertThat(told.failedAtMillis(4)).isEqualTo(NOW);
      assertThat(told.failedAtMillis(9)).isEqualTo(FailureTimes.UNKNOWN);
    }
  }

  @Test
  void firstVersion_isStillRead() {
    ByteWriter out = new ByteWriter(64);
    out.octet(1);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(3), out);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(4), out);
    BitSetCodec.encode(RoaringBitmap.bitmapOf(5), out);
    ReasonRuns reasons = new ReasonRuns();
    reasons.set(3, BAD, true);
    reasons.encode(out);
    FailureIndex failures = FailureIndex.of(List.of(new EncodedFailureChunk(0, out.finish())));
    assertThat(failures.at(3)).isEqualTo(new DeliveryStatus.Failed(BAD));
    assertThat(failures.at(4)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(failures.at(5)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(failures.failedAtMillis(3)).isEqualTo(FailureTimes.UNKNOWN);
    failures.fail(2, TIMEOUT, NOW);
    assertThat(failures.failedAtMillis(3))
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
  void corruptBytes_areRejected() {
    FailureIndex failures = FailureIndex.of(List.of());
    failures.fail(5, TIMEOUT, NOW);
    failures.fail(7, TIMEOUT, NOW + 90_000);
    failures.expire(50, 500);
    failures.supersede(20);
    failures.filter(21);
    byte[] bytes = requireNonNull(failures.changes().getFirst().bytes());
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
