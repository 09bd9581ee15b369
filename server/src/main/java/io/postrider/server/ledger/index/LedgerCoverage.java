package io.postrider.server.ledger.index;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How much of the ledger the index knows. Gaps of the ledger itself are not part of it.
 *
 * @param since the time of the oldest entry; null if there is none, or its block cannot be read
 * @param indexedTo when the newest indexed block was appended; null if there is none
 * @param blocks the number of blocks that the ledger has
 * @param indexedBlocks how many of them are indexed
 * @param unreadableBlocks how many of the indexed ones cannot be read
 * @param indexedEntries the entries of indexed blocks
 * @param damagedTo entries up to this time may be in a block that cannot be read; null if there is
 *     no such block
 */
public record LedgerCoverage(
    @Nullable Instant since,
    @Nullable Instant indexedTo,
    long blocks,
    long indexedBlocks,
    long unreadableBlocks,
    long indexedEntries,
    @Nullable Instant damagedTo) {

  /** The number of blocks that are not indexed yet. */
  public long lagBlocks() {
    return blocks - indexedBlocks;
  }

  /** Whether everything is indexed. */
  public boolean isComplete() {
    return blocks == indexedBlocks;
  }

  /** Whether an entry that was recorded after a time may be in a block that cannot be read. */
  public boolean isDamagedAfter(Instant time) {
    return damagedTo != null && !time.isAfter(damagedTo);
  }

  /** Adds up partitions and runs: each partition, then its runs, oldest first. */
  static final class Sum {

    private @Nullable Instant since;
    private @Nullable Instant indexedTo;
    private long blocks;
    private long indexedBlocks;
    private long unreadableBlocks;
    private long indexedEntries;
    private @Nullable Instant damagedTo;

    /** Whether the last block so far cannot be read: the next one tells until when it reaches. */
    private boolean endsDamaged;

    void addLedger(long ledgerBlocks, @Nullable Instant firstTime) {
      endDamage();
      blocks += ledgerBlocks;
      if (firstTime != null && (since == null || firstTime.isBefore(since))) {
        since = firstTime;
      }
    }

    /** Adds a run, of which retention has deleted the blocks before an offset. */
    void addRun(BlockTable run, long firstOffset) {
      long expired = Math.clamp(firstOffset - run.firstOffset(), 0, run.size());
      indexedBlocks += run.size() - expired;
      unreadableBlocks += run.unreadable();
      indexedEntries += run.entries();
      if (run.entries() > 0) {
        Instant appended = Instant.ofEpochMilli(run.appendedMillis(run.size() - 1));
        indexedTo = indexedTo == null || appended.isAfter(indexedTo) ? appended : indexedTo;
      }
      addDamage(run, (int) expired);
    }

    private void addDamage(BlockTable run, int first) {
      if (endsDamaged && run.size() > first) {
        damaged(Instant.ofEpochMilli(run.appendedMillis(first)));
        endsDamaged = false;
      }
      int last = run.lastUnreadable();
      if (last >= first) {
        endsDamaged = last + 1 == run.size();
        if (!endsDamaged) {
          damaged(Instant.ofEpochMilli(run.appendedMillis(last + 1)));
        }
      }
    }

    private void damaged(Instant to) {
      damagedTo = damagedTo == null || to.isAfter(damagedTo) ? to : damagedTo;
    }

    private void endDamage() {
      if (endsDamaged) {
        damaged(Instant.MAX);
        endsDamaged = false;
      }
    }

    LedgerCoverage coverage() {
      endDamage();
      return new LedgerCoverage(
          since,
          indexedTo,
          blocks,
          Math.min(indexedBlocks, blocks), // a block may be indexed after the ledger was asked
          unreadableBlocks,
          indexedEntries,
          damagedTo);
    }
  }
}
