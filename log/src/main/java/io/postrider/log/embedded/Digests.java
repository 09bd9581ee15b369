package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A range of every record's bytes, segment by segment: as the writer put it together, from the file
 * beside a sealed one, or by a walk over it. Safe to use from any thread.
 *
 * <p>A stretch is a time, a base offset, a count and the digests. Batches of the same time are one.
 */
final class Digests {

  private final Disk disk;
  private final DigestRange range;
  private final Map<Long, DigestContent> written = new ConcurrentHashMap<>();

  Digests(Disk disk, DigestRange range) {
    this.disk = disk;
    this.range = range;
  }

  boolean areKept() {
    return range.lengthBytes() > 0;
  }

  /** Writes the file beside a sealed segment. */
  void write(Segment segment) throws IOException {
    DigestContent content = written.get(segment.id());
    ByteBuffer bytes = content == null ? collect(segment) : content.finish();
    SideFiles.write(disk, segment, FileNames.DIGESTS, bytes);
    forget(segment);
  }

  /** The content for a segment that is about to be written from its start, or nothing. */
  @Nullable DigestContent begin(Segment segment) {
    return areKept() && segment.isEmpty() ? new DigestContent(range) : null;
  }

  /** The writer is done with a segment and has put together what belongs beside it. */
  void sealed(Segment segment, DigestContent content) {
    written.put(segment.id(), content);
  }

  /** Lets go of what was put together for a segment. */
  void forget(Segment segment) {
    written.remove(segment.id());
  }

  /** Visits what is not older than a time, newest first; false if the visitor has had enough. */
  boolean visit(Segment segment, long fromMs, DigestVisitor visitor) throws IOException {
    ByteBuffer content = segment.isSealed() ? read(segment) : null;
    if (content == null) {
      content = collect(segment);
      content.position(SideFiles.HEADER_BYTES + 8);
    }
    int[] starts = stretches(content);
    for (int i = starts.length - 1; i >= 0; i--) {
      int at = starts[i];
      long timeMs = content.getLong(at);
      if (timeMs < fromMs) {
        return true;
      }
      int count = content.getInt(at + 16);
      ByteBuffer digests =
          content.slice(at + DigestContent.STRETCH_BYTES, count * range.lengthBytes());
      if (!visitor.visit(Instant.ofEpochMilli(timeMs), content.getLong(at + 8), count, digests)) {
        return false;
      }
    }
    return true;
  }

  /** Where the stretches begin, which only a walk from the first one tells. */
  private int[] stretches(ByteBuffer content) {
    IntStream.Builder starts = IntStream.builder();
    int at = content.position();
    while (at < content.limit()) {
      starts.add(at);
      at += DigestContent.STRETCH_BYTES + content.getInt(at + 16) * range.lengthBytes();
    }
    return starts.build().toArray();
  }

  private @Nullable ByteBuffer read(Segment segment) throws IOException {
    ByteBuffer content = SideFiles.read(disk, segment, FileNames.DIGESTS);
    return content != null
            && content.getInt() == range.from()
            && content.getInt() == range.lengthBytes()
        ? content
        : null;
  }

  private ByteBuffer collect(Segment segment) throws IOException {
    DigestContent into = new DigestContent(range);
    DiskFile file = segment.acquire();
    try {
      long end = segment.end();
      SegmentScan scan = new SegmentScan(segment.header(), file, end);
      while (scan.advance()) {
        BatchHeader batch = scan.header();
        into.add(
            batch.timeMs(), batch.baseOffset(), batch.count(), scan.window(), scan.windowIndex());
      }
      if (scan.next() < end) {
        throw Damage.batch(segment.describe(), scan.next(), scan.nextOffset());
      }
    } finally {
      segment.release();
    }
    return into.finish();
  }
}
