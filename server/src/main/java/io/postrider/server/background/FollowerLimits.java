package io.postrider.server.background;

import java.time.Duration;

/**
 * How much is taken at once, and how long is waited.
 *
 * @param records the most records of one step
 * @param bytes about the most bytes of one step; a single record may have more
 * @param linger how long a step waits for more records once there is one
 * @param firstPause how long is waited after a failure
 * @param longestPause what that grows to while it keeps failing, doubling each time
 */
public record FollowerLimits(
    int records, int bytes, Duration linger, Duration firstPause, Duration longestPause) {

  /** A few steps a second, each of which a database keeps within a tenth of a second. */
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

  /** How long to wait after one more failure. */
  Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(longestPause) < 0 ? twice : longestPause;
  }
}
