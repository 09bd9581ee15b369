package io.postrider.server.ledger.index;

import static io.postrider.server.ledger.index.IndexedLedger.delivered;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.MemoryLog;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queries for a user and for kinds: postings are read only where that saves more. */
class NarrowingTest {

  private static final long START = IndexedLedger.START.toEpochMilli();

  private static final long USER = IndexedLedger.userHash(9);

  /** The postings of a kind take three bytes per block, so that those of most blocks exceed it. */
  private static final int BLOCKS = SealedRun.NARROWING_BYTES / 3 + 3;

  @Test
  void bound_isPerBlock() {
    assertThat(SealedRun.isWorthNarrowing(SealedRun.NARROWING_BYTES, 1)).isTrue();
    assertThat(SealedRun.isWorthNarrowing(SealedRun.NARROWING_BYTES + 1, 1)).isFalse();
    assertThat(SealedRun.isWorthNarrowing(SealedRun.NARROWING_BYTES * 2L, 2)).isTrue();
    assertThat(SealedRun.isWorthNarrowing(Integer.MAX_VALUE * 2L, Integer.MAX_VALUE)).isTrue();
  }

  @Test
  void answersAreTheSame_onBothSidesOfTheBound() {
    IndexedLedger ledger =
        new IndexedLedger(
            1,
            new MemoryLog(1 << 20, 1 << 24, () -> Instant.ofEpochMilli(START)),
            new MemoryDisk(),
            new IndexLimits(BLOCKS, 1 << 16, 100, 64, 8));
    ledger.append(List.of(ofUser(delivered(0, START, "own"))));
    for (int i = 1; i < BLOCKS; i++) {
      ledger.append(List.of(delivered(i, START, i == 1 ? "rare" : "common")));
    }
    ledger.indexAll();
    AttemptQuery user = AttemptQuery.ALL.ofUser(USER);
    String destination = new DestinationId(1).toString();
    assertThat(size(ledger, user.with(Dimension.DESTINATION, destination))).isEqualTo(1);
    assertThat(size(ledger, user.with(Dimension.EVENT, "own"))).isEqualTo(1);
    assertThat(size(ledger, user.with(Dimension.EVENT, "common"))).isZero();
    assertThat(size(ledger, user.with(Dimension.EVENT, "rare"))).isZero();
    assertThat(size(ledger, user.with(Dimension.STATUS, "503"))).isZero();
  }

  private static LedgerEntry ofUser(LedgerEntry entry) {
    return new LedgerEntry(
        entry.target(),
        entry.subject(),
        entry.offset(),
        USER,
        entry.atMillis(),
        entry.replay(),
        entry.round(),
        entry.attempt(),
        entry.failure(),
        entry.end(),
        entry.detail());
  }

  private static int size(IndexedLedger ledger, AttemptQuery query) {
    return ledger.search().attempts(query, PageDirection.OLDER, null, 20).entries().size();
  }
}
