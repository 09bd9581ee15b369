package io.postrider.server.background;

import java.time.Duration;

/**
 * The step size and the waits of a follower.
 *
 * @param records the maximum records per step
 * @param bytes the approximate maximum bytes per step; a single record may be larger
 * @param linger how long a step waits for more records after the first
 * @param firstPause the wait after a first failure; doubled after each further one
 * @param longestPause the longest wait between two failures
 */
public record FollowerLimits(
    int records, int bytes, Duration linger, Duration firstPause, Duration longestPause) {

  /** A few steps a second, each of which a database saves within a tenth of a second. */
  public static final FollowerLimits DEFAULT =
      new FollowerLimits(
          5_000,
          2 * 1024 * 1024,
          Duration.ofMillis(250),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30));

  public FollowerLimits {
    if (records < 1 || bytes < 1) {
      throw new IllegalArgumentException("a step of " + records + " records, " + bytes + " bytes");
    }
  }

  /** The wait after one more failure. */
  Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(longestPause) < 0 ? twice : longestPause;
  }
}
