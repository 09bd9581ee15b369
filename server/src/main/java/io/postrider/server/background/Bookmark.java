package io.postrider.server.background;

import io.postrider.log.LogIdentity;

/**
 * The position of a follower in a partition.
 *
 * @param log the log it belongs to
 * @param position the first offset that is not processed yet
 * @param released whether an operator allowed the next start to continue with another log
 */
public record Bookmark(LogIdentity log, long position, boolean released) {

  /** A position in a log. */
  public static Bookmark at(LogIdentity log, long position) {
    return new Bookmark(log, position, false);
  }
}
