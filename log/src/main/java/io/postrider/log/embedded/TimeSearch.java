package io.postrider.log.embedded;

import io.postrider.log.LogUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Finds the offset for a time: first through the index, then through batch headers. */
final class TimeSearch {

  private TimeSearch() {}

  /** The offset of the first record appended at or after a time, or the end if there is none. */
  static long offsetAt(LogView view, Instant time) {
    long timeMs = ceilingMs(time);
    long endOffset = view.endOffset();
    SegmentList segments = view.segments();
    int index = segments.indexBefore(timeMs);
    if (index < 0) {
      return segments.first().baseOffset();
    }
    Segment segment = segments.segments().get(index);
    try {
      long found = segment.header().isLost() ? -1 : search(segment, timeMs, endOffset);
      if (found >= 0) {
        return found;
      }
    } catch (IOException e) {
      if (segment.isRetired() && view.firstOffset() > segment.baseOffset()) {
        return offsetAt(view, time);
      }
      throw new LogUnavailableException("cannot read the log", e);
    }
    return index + 1 < segments.segments().size()
        ? segments.segments().get(index + 1).baseOffset()
        : endOffset;
  }

  private static long search(Segment segment, long timeMs, long endOffset) throws IOException {
    BatchCodec codec = new BatchCodec(segment.header().identity());
    long end = segment.end();
    long at = segment.index().positionBeforeTime(timeMs);
    ByteBuffer bytes = ByteBuffer.allocate(BatchCodec.HEADER_BYTES);
    DiskFile file = segment.acquire();
    try {
      while (at < end) {
        file.read(bytes.clear(), at);
        BatchHeader header = codec.header(bytes.flip(), 0, segment.id(), at);
        if (header == null) {
          throw Corruption.batch(segment.describe(), at, segment.baseOffset());
        }
        if (header.timeMs() >= timeMs) {
          return Math.min(header.baseOffset(), endOffset);
        }
        at += header.sizeBytes();
      }
      return -1;
    } finally {
      segment.release(file);
    }
  }

  /** Append times are whole milliseconds, so a time between two milliseconds is rounded up. */
  private static long ceilingMs(Instant time) {
    long ms = time.toEpochMilli();
    return Instant.ofEpochMilli(ms).isBefore(time) ? ms + 1 : ms;
  }
}
