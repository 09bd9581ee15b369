package io.postrider.log.embedded;

import java.time.Duration;
import java.time.Instant;

/**
 * The bytes of an expired segment in a file that was recycled. Pure. Batches of the new segment
 * overwrite them from the beginning.
 *
 * @param end the position after the last one
 * @param since when the file was recycled, by the steady clock
 */
record StaleBytes(long end, Instant since) {

  /** A file that was never used before. */
  static final StaleBytes NONE = new StaleBytes(0, Instant.EPOCH);

  /**
   * Whether some are left although they had to be gone.
   *
   * @param overwrittenTo the position up to which the file has new content
   * @param within how long they may stay
   */
  boolean isOverdue(long overwrittenTo, Instant now, Duration within) {
    return overwrittenTo < end && !now.isBefore(since.plus(within));
  }
}
