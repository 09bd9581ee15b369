package io.postrider.log.embedded;

import java.time.Duration;

/**
 * The retention limits of the log.
 *
 * @param retention records younger than this stay; older records expire once no consumer needs them
 * @param maxRetention records older than this expire even if a consumer needs them
 * @param protectedAge needed records younger than this stay even if the log exceeds its size limit
 */
public record RetentionLimits(
    Duration retention, Duration maxRetention, Duration protectedAge, long maxBytes) {

  public static final RetentionLimits NONE =
      new RetentionLimits(
          Duration.ofDays(36500), Duration.ofDays(36500), Duration.ZERO, Long.MAX_VALUE);

  public RetentionLimits {
    if (retention.isNegative()
        || maxRetention.compareTo(retention) < 0
        || maxRetention.compareTo(protectedAge) < 0) {
      throw new IllegalArgumentException(
          "retention of "
              + retention
              + ", maximum "
              + maxRetention
              + ", protected age "
              + protectedAge);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("retention of " + maxBytes + " bytes");
    }
  }

  /** The same limits, with at most so many bytes. */
  RetentionLimits within(long room) {
    return room >= maxBytes
        ? this
        : new RetentionLimits(retention, maxRetention, protectedAge, Math.max(1, room));
  }

  /** The age at which a segment is rolled, so that the last records of an idle log expire too. */
  public Duration rollAfter() {
    return Duration.ofMillis(retention.toMillis() / 8);
  }
}
