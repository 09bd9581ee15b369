package io.postrider.log.embedded;

import java.time.Duration;

/**
 * How long and how much the log keeps.
 *
 * @param keep records younger than this stay; older ones go once nobody needs them
 * @param keepAtMost records older than this go even if somebody needs them
 * @param spare needed records younger than this stay even if the log grows too large
 * @param maxBytes how large the log may grow
 */
public record RetentionLimits(Duration keep, Duration keepAtMost, Duration spare, long maxBytes) {

  /** Keeps everything. */
  public static final RetentionLimits NONE =
      new RetentionLimits(
          Duration.ofDays(36500), Duration.ofDays(36500), Duration.ZERO, Long.MAX_VALUE);

  public RetentionLimits {
    if (keep.isNegative() || keepAtMost.compareTo(keep) < 0 || keepAtMost.compareTo(spare) < 0) {
      throw new IllegalArgumentException(
          "retention of " + keep + ", at most " + keepAtMost + ", sparing " + spare);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("retention of " + maxBytes + " bytes");
    }
  }

  /**
   * How old a segment's first record gets before the log goes on in a new one, so that the last
   * records of a log to which nothing comes any more go too: an eighth of what is kept.
   */
  public Duration rollAfter() {
    return keep.dividedBy(8);
  }
}
