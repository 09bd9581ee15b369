package io.postrider.server.background;

import io.postrider.log.RecordLog;
import org.jspecify.annotations.Nullable;

/**
 * Decides where following begins, by the bookmark that is kept; refuses one that cannot belong to
 * the log.
 *
 * <p>Without a bookmark everything is taken that the log still holds. A released one is of use as
 * far as it fits: in its own log nothing is taken twice, and any other log is taken from its start.
 */
final class StartPosition {

  private static final String RESET =
      " If that is meant to be, run 'postrider reset-cursors' with the same settings: what was"
          + " derived so far stays, and the log that is there now is followed.";

  private StartPosition() {}

  /** The first offset to take, which retention may have taken away. */
  static long of(String follower, RecordLog log, int partition, @Nullable Bookmark bookmark) {
    if (bookmark == null) {
      return log.firstOffset(partition);
    }
    boolean ours = bookmark.log().equals(log.identity());
    if (!ours && !bookmark.released()) {
      throw new IllegalArgumentException(
          "The bookmark of '%s' belongs to the log %s, but the log here is %s.%s"
              .formatted(follower, bookmark.log(), log.identity(), RESET));
    }
    if (!ours) {
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
