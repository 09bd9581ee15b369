package io.postrider.log.embedded;

import java.time.Duration;

/**
 * How fast the next segment is filled. Pure.
 *
 * <p>The syncs of commits wait behind the filler's writes. So it does not fill a segment in one
 * burst after each roll, but a chunk at a time, evenly, and faster only if the writer needs it: the
 * next segment is complete when four fifths of the active one are used.
 *
 * @param rest between two chunks that the writer does not need yet
 */
record FillPace(Duration rest) {

  private static final double AHEAD = 1.25;

  /**
   * Whether to fill the next chunk now.
   *
   * @param filled the filled fraction of the next segment
   * @param used the used fraction of the active segment
   * @param rested the time since the last chunk
   */
  boolean isDue(double filled, double used, Duration rested) {
    return filled <= AHEAD * used || rested.compareTo(rest) >= 0;
  }
}
