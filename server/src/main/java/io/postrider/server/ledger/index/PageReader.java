package io.postrider.server.ledger.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the entries of one page. Belongs to one query. */
final class PageReader {

  private static final int LAST = Integer.MAX_VALUE;

  private final MatchingBlocks blocks;
  private final BlockMatches matches;
  private final PageDirection direction;
  private final @Nullable EntryPosition after;
  private final List<FoundEntry> found = new ArrayList<>();

  PageReader(
      MatchingBlocks blocks,
      BlockMatches matches,
      PageDirection direction,
      @Nullable EntryPosition after) {
    this.blocks = blocks;
    this.matches = matches;
    this.direction = direction;
    this.after = after;
  }

  /**
   * Reads a page.
   *
   * @param limit the most entries
   * @param maxBlocks the most blocks to read
   */
  AttemptPage page(int limit, int maxBlocks) {
    EntryPosition block = blocks.next();
    while (block != null) {
      if (matches.read() == maxBlocks) {
        return page(before(block));
      }
      for (FoundEntry entry : inDirection(matches.of(block))) {
        if (found.size() == limit) {
          return page(found.getLast().position());
        }
        if (isAfterStart(entry.position())) {
          found.add(entry);
        }
      }
      block = blocks.next();
    }
    return page((EntryPosition) null);
  }

  private AttemptPage page(@Nullable EntryPosition next) {
    return new AttemptPage(List.copyOf(found), next, matches.unreadable());
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
