package io.postrider.server.ledger.index;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one partition that may have matching entries, in one direction. Looks at a run only
 * when the blocks before it are used up. Belongs to one query, which holds the runs.
 */
final class Candidates {

  private final int partition;
  private final List<Run> runs;
  private final AttemptQuery query;
  private final KindFilter filter;
  private final PageDirection direction;
  private final @Nullable EntryPosition after;
  private final long firstOffset;
  private int nextRun;
  private @Nullable Run run;
  private BitSet blocks = new BitSet();
  private int nextBlock = -1;

  /**
   * @param runs oldest first
   * @param after only blocks that may have entries after this position, in the direction
   * @param firstOffset retention has deleted the blocks before it
   */
  Candidates(
      int partition,
      List<Run> runs,
      AttemptQuery query,
      PageDirection direction,
      @Nullable EntryPosition after,
      long firstOffset) {
    this.partition = partition;
    this.runs = direction == PageDirection.NEWER ? runs : runs.reversed();
    this.query = query;
    this.filter = query.filter();
    this.direction = direction;
    this.after = after;
    this.firstOffset = firstOffset;
    advance();
  }

  /** The place of the current block, with index 0; null after the last block. */
  @Nullable EntryPosition current() {
    return run == null ? null : position(run.blocks(), nextBlock);
  }

  /** Moves to the next block. */
  void advance() {
    while (true) {
      if (run == null) {
        if (nextRun == runs.size()) {
          return;
        }
        run = runs.get(nextRun++);
        enter(run);
      }
      if (stepTo(run.blocks())) {
        return;
      }
      run = null;
    }
  }

  /** Moves to the next wanted block of the run; false if it has none. */
  private boolean stepTo(BlockTable table) {
    for (step(); nextBlock >= 0; step()) {
      if (isWanted(table, nextBlock)) {
        return true;
      }
    }
    return false;
  }

  private void step() {
    if (direction == PageDirection.NEWER) {
      nextBlock = blocks.nextSetBit(nextBlock + 1);
    } else {
      nextBlock = nextBlock == 0 ? -1 : blocks.previousSetBit(nextBlock - 1);
    }
  }

  private void enter(Run next) {
    blocks = isOutside(next.blocks()) ? new BitSet() : find(next);
    nextBlock = direction == PageDirection.NEWER ? -1 : blocks.length();
  }

  private boolean isOutside(BlockTable table) {
    if (table.endOffset() <= firstOffset || !table.overlaps(query.time())) {
      return true;
    }
    return direction == PageDirection.NEWER
        ? isPassed(table, table.size() - 1)
        : isPassed(table, 0);
  }

  private BitSet find(Run next) {
    if (query.isOfAll() && filter.isAll()) {
      BitSet all = new BitSet();
      all.set(0, next.blocks().size());
      return all;
    }
    if (query.isOfAll()) {
      return next.blocksOf(filter);
    }
    BitSet found = new BitSet();
    query.userHashes().forEach(hash -> found.or(next.blocksOfUser(hash)));
    if (!found.isEmpty() && !filter.isAll()) {
      found.and(next.blocksOf(filter));
    }
    return found;
  }

  private boolean isWanted(BlockTable table, int block) {
    return table.offset(block) >= firstOffset
        && table.overlaps(block, query.time())
        && !isPassed(table, block);
  }

  /** Whether the whole block is before the start of the page. */
  private boolean isPassed(BlockTable table, int block) {
    if (after == null) {
      return false;
    }
    int order =
        position(table, block)
            .compareTo(
                new EntryPosition(after.appendedMillis(), after.partition(), after.offset(), 0));
    return direction == PageDirection.NEWER ? order < 0 : order > 0;
  }

  private EntryPosition position(BlockTable table, int block) {
    return new EntryPosition(table.appendedMillis(block), partition, table.offset(block), 0);
  }
}
