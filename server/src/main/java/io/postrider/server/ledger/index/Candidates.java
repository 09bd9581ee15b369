package io.postrider.server.ledger.index;

import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one partition that may have matching entries, in one direction. Looks at a run only
 * when the blocks before it are used up. Belongs to one query, which holds the runs.
 */
final class Candidates {

  private final int partition;
  private final Iterator<Run> runs;
  private final Ahead<Run, RunBlocks> lookups;
  private final AttemptQuery query;
  private final PageDirection direction;
  private final @Nullable EntryPosition after;
  private final long firstOffset;
  private @Nullable RunBlocks run;
  private int nextBlock = -1;

  /** The wanted blocks of a run. */
  private record RunBlocks(BlockTable table, BitSet blocks) {}

  /**
   * @param after only blocks that may have entries after this position, in the direction
   */
  Candidates(
      int partition,
      HeldRuns held,
      AttemptQuery query,
      PageDirection direction,
      @Nullable EntryPosition after) {
    this.partition = partition;
    List<Run> oldestFirst = held.of(partition);
    this.runs =
        (direction == PageDirection.NEWER ? oldestFirst : oldestFirst.reversed()).iterator();
    this.query = query;
    this.direction = direction;
    this.after = after;
    this.firstOffset = held.firstOffset(partition);
    this.lookups = new Ahead<>(this::nextRun, this::find, held.threads());
    advance();
  }

  /** The place of the current block, with index 0; null after the last block. */
  @Nullable EntryPosition current() {
    return run == null ? null : position(run.table, nextBlock);
  }

  /** Moves to the next block. */
  void advance() {
    while (true) {
      if (run == null) {
        run = lookups.next();
        if (run == null) {
          return;
        }
        nextBlock = direction == PageDirection.NEWER ? -1 : run.blocks.length();
      }
      if (stepTo(run)) {
        return;
      }
      run = null;
    }
  }

  /** Moves to the next wanted block of a run; false if it has none. */
  private boolean stepTo(RunBlocks in) {
    for (step(in.blocks); nextBlock >= 0; step(in.blocks)) {
      if (isWanted(in.table, nextBlock)) {
        return true;
      }
    }
    return false;
  }

  private void step(BitSet blocks) {
    if (direction == PageDirection.NEWER) {
      nextBlock = blocks.nextSetBit(nextBlock + 1);
    } else {
      nextBlock = nextBlock == 0 ? -1 : blocks.previousSetBit(nextBlock - 1);
    }
  }

  /** The next run that may have wanted blocks; null after the last. */
  private @Nullable Run nextRun() {
    while (runs.hasNext()) {
      Run next = runs.next();
      if (!isOutside(next.blocks())) {
        return next;
      }
    }
    return null;
  }

  private boolean isOutside(BlockTable table) {
    if (table.endOffset() <= firstOffset || !table.overlaps(query.time())) {
      return true;
    }
    return direction == PageDirection.NEWER
        ? isPassed(table, table.size() - 1)
        : isPassed(table, 0);
  }

  private RunBlocks find(Run next) {
    return new RunBlocks(next.blocks(), blocksOf(next));
  }

  private BitSet blocksOf(Run next) {
    KindFilter filter = query.filter();
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
    return found.isEmpty() || filter.isAll() ? found : next.narrowed(found, filter);
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
