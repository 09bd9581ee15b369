package io.postrider.server.background;

import io.postrider.log.LogIdentity;

/**
 * How far a follower has come in a partition.
 *
 * @param log the log it belongs to
 * @param position the first offset that was not taken yet
 * @param released whether a person has said that the log at hand is the one that is meant, be it
 *     another one than before
 */
public record Bookmark(LogIdentity log, long position, boolean released) {

  /** A place in a log. */
  public static Bookmark at(LogIdentity log, long position) {
    return new Bookmark(log, position, false);
  }
}
