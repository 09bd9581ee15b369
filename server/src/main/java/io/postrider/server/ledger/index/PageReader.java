package io.postrider.server.ledger.index;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Collects the entries of one page. Belongs to one query. */
final class PageReader {

  private static final int LAST = Integer.MAX_VALUE;

  private final MatchingBlocks blocks;
  private final Ahead<EntryPosition, BlockMatches.Found> reads;
  private final PageDirection direction;
  private final @Nullable EntryPosition after;
  private final int maxBlocks;
  private final List<FoundEntry> found = new ArrayList<>();
  private int taken;
  private int unreadable;

  /**
   * @param maxBlocks the most blocks to read
   */
  PageReader(
      MatchingBlocks blocks,
      BlockMatches matches,
      Executor threads,
      PageDirection direction,
      @Nullable EntryPosition after,
      int maxBlocks) {
    this.blocks = blocks;
    this.reads = new Ahead<>(this::take, matches::of, threads);
    this.direction = direction;
    this.after = after;
    this.maxBlocks = maxBlocks;
  }

  private @Nullable EntryPosition take() {
    if (taken == maxBlocks) {
      return null;
    }
    taken++;
    return blocks.next();
  }

  /**
   * Reads a page.
   *
   * @param limit the most entries
   */
  AttemptPage page(int limit) {
    // most blocks have a match; one more tells whether there is a next page
    BlockMatches.Found read = reads.next(limit + 1);
    while (read != null) {
      unreadable += read.readable() ? 0 : 1;
      for (FoundEntry entry : inDirection(read.entries())) {
        if (found.size() == limit) {
          return page(found.getLast().position());
        }
        if (isAfterStart(entry.position())) {
          found.add(entry);
        }
      }
      read = reads.next(limit + 1 - found.size());
    }
    EntryPosition rest = taken == maxBlocks ? blocks.next() : null;
    return page(rest == null ? null : before(rest));
  }

  private AttemptPage page(@Nullable EntryPosition next) {
    return new AttemptPage(List.copyOf(found), next, unreadable);
  }

  /** The last possible position before a block, in the direction. */
  private EntryPosition before(EntryPosition block) {
    return direction == PageDirection.NEWER
        ? new EntryPosition(block.appendedMillis(), block.partition(), block.offset() - 1, LAST)
        : new EntryPosition(block.appendedMillis(), block.partition(), block.offset(), LAST);
  }

  private List<FoundEntry> inDirection(List<FoundEntry> ofBlock) {
    return direction == PageDirection.NEWER ? ofBlock : ofBlock.reversed();
  }

  private boolean isAfterStart(EntryPosition position) {
    if (after == null) {
      return true;
    }
    int order = position.compareTo(after);
    return direction == PageDirection.NEWER ? order > 0 : order < 0;
  }
}
