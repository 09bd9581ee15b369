package io.postrider.log.embedded;

import java.time.Instant;
import java.util.List;

/** Decides which of the oldest segments go, and whether the log may grow. Pure. */
final class Retention {

  /**
   * A sealed segment, as far as it matters here.
   *
   * @param endOffset the offset that follows its last record
   * @param youngestMs no record in it is younger
   * @param sizeBytes what it takes on disk
   */
  record Old(long endOffset, long youngestMs, long sizeBytes) {}

  /**
   * @param expired how many of the oldest segments go
   * @param full whether what is left is too large to grow all the same
   */
  record Decision(int expired, boolean full) {}

  private Retention() {}

  /**
   * @param oldestFirst the sealed segments
   * @param otherBytes what must fit beside them: the segment being written and the next one
   * @param neededFrom the first offset that somebody still needs
   */
  static Decision decide(
      RetentionLimits limits,
      List<Old> oldestFirst,
      long otherBytes,
      Instant now,
      long neededFrom) {
    long totalBytes = otherBytes;
    for (Old old : oldestFirst) {
      totalBytes += old.sizeBytes();
    }
    int expired = 0;
    for (Old old : oldestFirst) {
      boolean needed = old.endOffset() > neededFrom;
      boolean tooLarge = totalBytes > limits.maxBytes();
      Instant youngest = Instant.ofEpochMilli(old.youngestMs());
      boolean goes =
          youngest.isBefore(now.minus(limits.keepAtMost()))
              || (!needed && (tooLarge || youngest.isBefore(now.minus(limits.keep()))))
              || (tooLarge && youngest.isBefore(now.minus(limits.spare())));
      if (!goes) {
        break;
      }
      totalBytes -= old.sizeBytes();
      expired++;
    }
    return new Decision(expired, totalBytes > limits.maxBytes());
  }
}
