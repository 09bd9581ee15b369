package io.postrider.log.embedded;

import java.time.Duration;

/**
 * The intervals of the log's background threads.
 *
 * @param fill between two checks whether the writer needs a preallocated chunk; without need there
 *     is one every ten checks
 * @param retry between two retries after a failure
 * @param maintenance between two retention checks
 * @param stall how long a commit may take before the disk counts as stalled
 */
public record LogIntervals(Duration fill, Duration retry, Duration maintenance, Duration stall) {

  public static final LogIntervals DEFAULT =
      new LogIntervals(
          Duration.ofMillis(10),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10));
}
