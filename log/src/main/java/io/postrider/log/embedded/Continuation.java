package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Where the log goes on in a new segment.
 *
 * @param identity the log's name
 * @param previousId the segment it continues, or 0
 * @param previousEnd where that one ends, whatever else its file holds
 * @param baseOffset the offset of the first record to come
 * @param sinceMs the time of the last batch before it
 * @param tail batches to be written again, or nothing
 */
record Continuation(
    LogIdentity identity,
    long previousId,
    long previousEnd,
    long baseOffset,
    long sinceMs,
    @Nullable Tail tail) {

  /**
   * Whole batches in an older file that may not be durable there.
   *
   * @param segment the segment they were written to
   * @param from the position of the first one
   * @param to the position that follows the last one
   * @param endOffset the offset that follows the last record
   * @param lastMs the time of the last one
   */
  record Tail(Segment segment, long from, long to, long endOffset, long lastMs) {}

  static Continuation ofNewLog(LogIdentity identity) {
    return new Continuation(identity, 0, 0, 0, 0, null);
  }

  /** Goes on behind a segment; one that holds nothing proven is superseded. */
  static Continuation behind(
      SegmentHeader header, long provenEnd, long baseOffset, long sinceMs, @Nullable Tail tail) {
    return provenEnd == SegmentHeader.BYTES
        ? new Continuation(
            header.identity(),
            header.previousId(),
            header.previousEnd(),
            baseOffset,
            header.sinceMs(),
            tail)
        : new Continuation(header.identity(), header.id(), provenEnd, baseOffset, sinceMs, tail);
  }

  long tailBytes() {
    return tail == null ? 0 : tail.to() - tail.from();
  }
}
