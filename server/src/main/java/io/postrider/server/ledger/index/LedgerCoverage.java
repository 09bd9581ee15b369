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
 */
public record LedgerCoverage(
    @Nullable Instant since,
    @Nullable Instant indexedTo,
    long blocks,
    long indexedBlocks,
    long unreadableBlocks,
    long indexedEntries) {

  /** The number of blocks that are not indexed yet. */
  public long lagBlocks() {
    return blocks - indexedBlocks;
  }

  /** Whether everything is indexed. */
  public boolean isComplete() {
    return blocks == indexedBlocks;
  }

  /** Adds up partitions and runs. */
  static final class Sum {

    private @Nullable Instant since;
    private @Nullable Instant indexedTo;
    private long blocks;
    private long indexedBlocks;
    private long unreadableBlocks;
    private long indexedEntries;

    void addLedger(long ledgerBlocks, @Nullable Instant firstTime) {
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
    }

    LedgerCoverage coverage() {
      return new LedgerCoverage(
          since,
          indexedTo,
          blocks,
          Math.min(indexedBlocks, blocks), // a block may be indexed after the ledger was asked
          unreadableBlocks,
          indexedEntries);
    }
  }
}
