package io.postrider.log.embedded;

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

  private RetentionPolicy() {}

  /**
   * @param otherBytes the size of the active segment and the next one
   * @param neededFrom the first offset that a consumer still needs
   */
  static Decision decide(
      RetentionLimits limits,
      List<SealedSegment> oldestFirst,
      long otherBytes,
      Instant now,
      long neededFrom) {
    long totalBytes = otherBytes;
    for (SealedSegment old : oldestFirst) {
      totalBytes += old.sizeBytes();
    }
    int expired = 0;
    for (SealedSegment old : oldestFirst) {
      boolean needed = old.endOffset() > neededFrom;
      boolean tooLarge = totalBytes > limits.maxBytes();
      Instant youngest = Instant.ofEpochMilli(old.youngestMs());
      boolean expires =
          youngest.isBefore(now.minus(limits.maxRetention()))
              || (!needed && (tooLarge || youngest.isBefore(now.minus(limits.retention()))))
              || (tooLarge && youngest.isBefore(now.minus(limits.protectedAge())));
      if (!expires) {
        break;
      }
      totalBytes -= old.sizeBytes();
      expired++;
    }
    return new Decision(expired, totalBytes > limits.maxBytes());
  }
}
