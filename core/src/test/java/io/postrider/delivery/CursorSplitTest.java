package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CursorSplitTest {

  private static final int FIRST = 10;
  private static final long[] URLS = {77, 88};

  /** Records from {@link #FIRST} on take turns in three partitions. */
  private static final class InTurns implements OffsetTranslation {

    @Override
    public int partitions() {
      return 3;
    }

    @Override
    public @Nullable Place place(long offset) {
      return offset < FIRST ? null : new Place((int) ((offset - FIRST) % 3), (offset - FIRST) / 3);
    }

    @Override
    public long[] positions(long offset) {
      long before = Math.max(0, offset - FIRST);
      return new long[] {(before + 2) / 3, (before + 1) / 3, before / 3};
    }
  }

  private static final OffsetTranslation IN_TURNS = new InTurns();

  private static OpenDelivery open(long offset, boolean replay) {
    OpenDelivery delivery = new OpenDelivery(offset, 1_000 + offset, 500_000, replay);
    delivery.rounds(3);
    delivery.widen(URLS.length);
    delivery.failure(new Failure(FailureReason.HTTP_STATUS, 503, false, false));
    delivery.due(0, 400_000 + offset, true);
    delivery.refuse(1);
    return delivery;
  }

  private static List<CursorState> split(CursorState state) {
    return CursorSplit.cursors(CursorCodec.encode(state, 0), IN_TURNS).stream()
        .map(CursorCodec::decode)
        .toList();
  }

  private static CursorState state(List<OpenDelivery> open, @Nullable ReplayProgress replay) {
    return new CursorState(
        20,
        URLS,
        Pauses.NONE,
        List.of(new Pauses.Pause(5, 9)),
        List.of(new Holds.Hold(7, 15), new Holds.Hold(8, Holds.ONGOING)),
        open,
        List.of(new UntoldRanges.Range(12, 14)),
        replay);
  }

  private static List<Long> offsets(CursorState state) {
    return state.open().stream().map(OpenDelivery::offset).toList();
  }

  @Test
  void openDelivery_goesToItsRecordWithItsDueTimes() {
    List<CursorState> parts = split(state(List.of(open(9, false), open(14, false)), null));
    assertThat(parts)
        .extracting(CursorSplitTest::offsets)
        .containsExactly(List.of(), List.of(1L), List.of());
    OpenDelivery moved = parts.get(1).open().getFirst();
    assertThat(moved.userHash()).isEqualTo(1_014);
    assertThat(moved.rounds()).isEqualTo(3);
    assertThat(moved.windowEndMillis()).isEqualTo(500_000);
    assertThat(moved.dueMillis(0)).isEqualTo(400_014);
    assertThat(moved.hasRetryAfter(0)).isTrue();
    assertThat(moved.hasRefused(1)).isTrue();
    assertThat(moved.failure())
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 503, false, false));
  }

  @Test
  void cancelledAndSupersededDeliveries_stayThat() {
    OpenDelivery cancelled = open(11, false);
    cancelled.cancel();
    OpenDelivery superseded = open(12, false);
    superseded.supersede();
    List<CursorState> parts = split(state(List.of(cancelled, superseded), null));
    assertThat(parts.get(1).open().getFirst().isCancelled()).isTrue();
    assertThat(parts.get(2).open().getFirst().isSuperseded()).isTrue();
  }

  @Test
  void positionsAndRanges_areThoseOfTheRecordsBefore() {
    List<CursorState> parts = split(state(List.of(), null));
    assertThat(parts).extracting(CursorState::readTo).containsExactly(4L, 3L, 3L);
    assertThat(parts).allSatisfy(part -> assertThat(part.urls()).containsExactly(URLS));
    assertThat(parts).allSatisfy(part -> assertThat(part.pauses()).hasSize(1));
    assertThat(parts)
        .extracting(part -> part.holds().getFirst().upToOffset())
        .containsExactly(2L, 2L, 1L);
    assertThat(parts)
        .extracting(part -> part.holds().getLast().upToOffset())
        .containsOnly(Holds.ONGOING);
    assertThat(parts)
        .extracting(CursorState::untold)
        .containsExactly(
            List.of(new UntoldRanges.Range(1, 2)),
            List.of(),
            List.of(new UntoldRanges.Range(0, 1)));
  }

  @Test
  void replay_isDividedAndItsSumsStay() {
    ReplayProgress replay = new ReplayProgress(new Replay(42, 11, 18, true), 15, 6, 2, 1, 0, false);
    List<CursorState> parts = split(state(List.of(open(13, true), open(14, true)), replay));
    List<ReplayProgress> progress = new ArrayList<>();
    parts.forEach(part -> progress.add(part.replay()));
    assertThat(progress).doesNotContainNull();
    assertThat(progress).extracting(one -> one.replay().fromOffset()).containsExactly(1L, 0L, 0L);
    assertThat(progress).extracting(one -> one.replay().toOffset()).containsExactly(3L, 3L, 2L);
    assertThat(progress).extracting(ReplayProgress::position).containsExactly(2L, 2L, 1L);
    assertThat(progress).extracting(one -> one.replay().onlyFailed()).containsOnly(true);
    assertThat(progress.stream().mapToLong(ReplayProgress::taken).sum()).isEqualTo(6);
    assertThat(progress.stream().mapToLong(ReplayProgress::delivered).sum()).isEqualTo(2);
    assertThat(progress.stream().mapToLong(ReplayProgress::failed).sum()).isEqualTo(1);
  }

  @Test
  void replayOfOneMessage_runsInItsPartitionOnly() {
    ReplayProgress replay = new ReplayProgress(Replay.one(42, 14), 14, 0, 0, 0, 0, false);
    List<CursorState> parts = split(state(List.of(), replay));
    assertThat(parts.get(0).replay()).isNull();
    assertThat(parts.get(1).replay()).isNotNull();
    assertThat(parts.get(2).replay()).isNull();
  }

  @Test
  void replayOfExpiredMessages_isLeftInOnePartition() {
    ReplayProgress replay = new ReplayProgress(Replay.one(42, 3), 3, 0, 0, 0, 0, false);
    List<CursorState> parts = split(state(List.of(), replay));
    assertThat(parts.get(0).replay()).isNotNull();
    assertThat(parts.get(1).replay()).isNull();
  }

  @Test
  void statuses_goToTheirRecords() {
    Failure failure = new Failure(FailureReason.TIMEOUT, 0, true, false);
    FailureIndex index = FailureIndex.of(List.of());
    index.expire(0, 12);
    index.fail(12, failure, 123_456);
    index.cancel(13, 30);
    index.supersede(30);
    index.filter(31);
    index.fail(70_000, failure, FailureTimes.UNKNOWN);

    List<FailureIndex> parts =
        CursorSplit.failures(index.changes(), IN_TURNS).stream().map(FailureIndex::of).toList();
    for (long offset = FIRST; offset < 70_010; offset++) {
      OffsetTranslation.Place place = Objects.requireNonNull(IN_TURNS.place(offset));
      assertThat(parts.get(place.partition()).at(place.offset()))
          .as("offset %d", offset)
          .isEqualTo(index.at(offset));
    }
    assertThat(parts).extracting(FailureIndex::failed).containsExactly(1L, 0L, 1L);
    assertThat(parts.get(2).failedAtMillis(0)).isEqualTo(123_456);
    assertThat(parts.get(0).failedAtMillis(69_990 / 3)).isEqualTo(FailureTimes.UNKNOWN);
  }

  @Test
  void neededFrom_isTheFirstOfAllThatIsLeft() {
    byte[] none = CursorCodec.encode(CursorState.startAt(20), 0);
    assertThat(CursorSplit.neededFrom(none)).isEqualTo(20);
    byte[] untold = CursorCodec.encode(state(List.of(open(14, false)), null), 0);
    assertThat(CursorSplit.neededFrom(untold)).isEqualTo(12);
    ReplayProgress replay = new ReplayProgress(Replay.one(42, 3), 3, 0, 0, 0, 0, false);
    byte[] replaying = CursorCodec.encode(state(List.of(open(11, false)), replay), 0);
    assertThat(CursorSplit.neededFrom(replaying)).isEqualTo(3);
    byte[] open = CursorCodec.encode(state(List.of(open(11, false)), null), 0);
    assertThat(CursorSplit.neededFrom(open)).isEqualTo(11);
  }
}
