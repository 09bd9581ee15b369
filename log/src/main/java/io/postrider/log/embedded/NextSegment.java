package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The position at which the log continues in a new segment.
 *
 * @param previousId the ID of the previous segment, or 0
 * @param previousEnd the end of the previous segment; later bytes of its file are not part of the
 *     log
 * @param baseOffset the offset of the first record of the new segment
 * @param sinceMs the time of the last batch before the new segment
 * @param tail batches to rewrite into the new segment, or null
 */
record NextSegment(
    LogIdentity identity,
    long previousId,
    long previousEnd,
    long baseOffset,
    long sinceMs,
    @Nullable Tail tail) {

  /**
   * Complete batches at the end of the previous segment that may not be synced.
   *
   * @param from the position of the first batch
   * @param to the position after the last batch
   * @param lastMs the time of the last batch
   */
  record Tail(Segment segment, long from, long to, long endOffset, long lastMs) {}

  static NextSegment ofNewLog(LogIdentity identity) {
    return new NextSegment(identity, 0, 0, 0, 0, null);
  }

  /** Continues after a segment. A segment without proven batches is superseded. */
  static NextSegment behind(
      SegmentHeader header, long provenEnd, long baseOffset, long sinceMs, @Nullable Tail tail) {
    return provenEnd == SegmentHeader.BYTES
        ? new NextSegment(
            header.identity(),
            header.previousId(),
            header.previousEnd(),
            baseOffset,
            header.sinceMs(),
            tail)
        : new NextSegment(header.identity(), header.id(), provenEnd, baseOffset, sinceMs, tail);
  }

  long tailBytes() {
    return tail == null ? 0 : tail.to() - tail.from();
  }
}
