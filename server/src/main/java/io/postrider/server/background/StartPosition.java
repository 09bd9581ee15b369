package io.postrider.server.background;

import io.postrider.log.RecordLog;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a follower starts, by its bookmark; refuses a bookmark that cannot belong to the
 * log.
 *
 * <p>Without a bookmark it starts at the log's first record. A released bookmark is used if it
 * belongs to this log; in another log the follower starts at the first record.
 */
final class StartPosition {

  private static final String RESET =
      " If this is intended, run 'postrider reset-cursors' with the same settings: existing data"
          + " stays, and the follower continues with this log.";

  private StartPosition() {}

  /** The first offset to process, which retention may have deleted. */
  static long of(String follower, RecordLog log, int partition, @Nullable Bookmark bookmark) {
    if (bookmark == null) {
      return log.firstOffset(partition);
    }
    boolean sameLog = bookmark.log().equals(log.identity());
    if (!sameLog && !bookmark.released()) {
      throw new IllegalArgumentException(
          "The bookmark of '%s' belongs to the log %s, but the log here is %s.%s"
              .formatted(follower, bookmark.log(), log.identity(), RESET));
    }
    if (!sameLog) {
      return log.firstOffset(partition);
    }
    long end = log.endOffset(partition);
    if (bookmark.position() > end && !bookmark.released()) {
      throw new IllegalArgumentException(
          "The bookmark of '%s' is at offset %d of partition %d, but the log ends at %d.%s"
              .formatted(follower, bookmark.position(), partition, end, RESET));
    }
    return Math.min(bookmark.position(), end);
  }
}
