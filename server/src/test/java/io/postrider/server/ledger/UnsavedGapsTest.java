package io.postrider.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnsavedGapsTest {

  private static final Instant START = Instant.ofEpochSecond(1_000);

  private static LedgerGap gap(Instant at, long offset, long count) {
    return new LedgerGap(
        new DestinationId(1), 0, at, at, offset, offset, count, GapReason.NOT_WRITTEN);
  }

  private static UnsavedGaps flush(Instant at, long offset, long count) {
    LedgerGaps gaps = new LedgerGaps();
    gaps.addAll(List.of(gap(at, offset, count)));
    return UnsavedGaps.of(gaps);
  }

  @Test
  void savedGap_goesOnUnderTheSameTimeWithTheWholeCount() {
    UnsavedGaps first = UnsavedGaps.NONE.joined(flush(START, 4, 2));
    assertThat(first.list()).containsExactly(gap(START, 4, 2));
    assertThat(first.saved(Set.of(0)).list()).isEmpty();

    Instant edge = START.plus(UnsavedGaps.CONTINUES);
    UnsavedGaps second = first.saved(Set.of(0)).joined(flush(edge, 9, 3));

    assertThat(second.list())
        .containsExactly(
            new LedgerGap(new DestinationId(1), 0, START, edge, 4, 9, 5, GapReason.NOT_WRITTEN));
  }

  @Test
  void gapOfAPartitionThatIsNotSaved_stays() {
    UnsavedGaps gaps = flush(START, 4, 2).saved(Set.of(1));

    assertThat(gaps.list()).containsExactly(gap(START, 4, 2));
    assertThat(gaps.saved(Set.of(0)).saved(Set.of(1)).list()).isEmpty();
  }

  @Test
  void gapAfterALongPause_isAnother() {
    Instant later = START.plus(UnsavedGaps.CONTINUES).plusMillis(1);

    UnsavedGaps gaps = flush(START, 4, 2).saved(Set.of(0)).joined(flush(later, 9, 3));

    assertThat(gaps.list()).containsExactly(gap(later, 9, 3));
  }

  @Test
  void unsavedGap_isNeverReplaced() {
    Instant later = START.plus(UnsavedGaps.CONTINUES).plusMillis(1);

    UnsavedGaps gaps = flush(START, 4, 2).joined(flush(later, 9, 3));

    assertThat(gaps.list())
        .containsExactly(
            new LedgerGap(new DestinationId(1), 0, START, later, 4, 9, 5, GapReason.NOT_WRITTEN));
  }
}
