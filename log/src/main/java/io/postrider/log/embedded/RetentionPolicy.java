package io.postrider.log.embedded;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Decides how many of the oldest segments expire and whether the log may grow. Pure. */
final class RetentionPolicy {

  /**
   * The properties of a sealed segment that matter for retention.
   *
   * @param youngestMs the time of its youngest record, or later
   */
  record SealedSegment(long endOffset, long youngestMs, long sizeBytes) {}

  /**
   * @param full whether the rest still leaves no space for another segment
   */
  record Decision(int expired, boolean full) {}

  /**
   * What a decision depends on besides the segments.
   *
   * @param settled whether the clock can be trusted; if not, nothing expires by age
   * @param neededFrom the first offset that a consumer still needs
   */
  record Moment(Instant now, boolean settled, long neededFrom) {}

  /** At most this part of the segments expires at once by age, */
  private static final int PART_AT_ONCE = 16;

  /** or this many. */
  private static final int MAX_AT_ONCE = 8;

  private RetentionPolicy() {}

  /**
   * @param otherBytes the size of the active segment and the next one
   */
  static Decision decide(
      RetentionLimits limits, List<SealedSegment> oldestFirst, long otherBytes, Moment moment) {
    Instant now = moment.now();
    long totalBytes = otherBytes;
    for (SealedSegment old : oldestFirst) {
      totalBytes += old.sizeBytes();
    }
    int expired = 0;
    int mostByAge = Math.max(MAX_AT_ONCE, oldestFirst.size() / PART_AT_ONCE);
    for (SealedSegment old : oldestFirst) {
      boolean needed = old.endOffset() > moment.neededFrom();
      Instant youngest = Instant.ofEpochMilli(old.youngestMs());
      boolean bySize =
          totalBytes > limits.maxBytes()
              && (!needed || youngest.isBefore(now.minus(limits.protectedAge())));
      Duration most = needed ? limits.maxRetention() : limits.retention();
      boolean byAge = moment.settled() && mostByAge > 0 && youngest.isBefore(now.minus(most));
      if (!bySize && !byAge) {
        break;
      }
      mostByAge -= bySize ? 0 : 1;
      totalBytes -= old.sizeBytes();
      expired++;
    }
    return new Decision(expired, totalBytes > limits.maxBytes());
  }
}
