package io.postrider.server.ledger.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of entries.
 *
 * @param entries in the order that was asked for
 * @param next the position to go on from in the same direction; null at the end. A page may have
 *     fewer entries than asked for, even none, and still have a next one: the number of blocks that
 *     one page reads is bounded
 * @param unreadableBlocks the number of blocks that could not be read, and are missing
 */
public record AttemptPage(
    List<FoundEntry> entries, @Nullable EntryPosition next, int unreadableBlocks) {

  /** The same entries in the opposite order: to show a page that was read backwards. */
  public AttemptPage reversed() {
    return new AttemptPage(entries.reversed(), next, unreadableBlocks);
  }
}
