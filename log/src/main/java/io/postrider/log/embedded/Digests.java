package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A range of every record's bytes, segment by segment: from the file beside a sealed one, or by a
 * walk over it. Safe to use from any thread.
 *
 * <p>A stretch is a time, a base offset, a count and the digests. Batches of the same time are one.
 */
final class Digests {

  private static final int STRETCH_BYTES = 8 + 8 + 4;

  private final Disk disk;
  private final DigestRange range;

  Digests(Disk disk, DigestRange range) {
    this.disk = disk;
    this.range = range;
  }

  boolean areKept() {
    return range.lengthBytes() > 0;
  }

  /** Writes the file beside a sealed segment. */
  void write(Segment segment) throws IOException {
    SideFiles.write(disk, segment, FileNames.DIGESTS, collect(segment));
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
      ByteBuffer digests = content.slice(at + STRETCH_BYTES, count * range.lengthBytes());
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
      at += STRETCH_BYTES + content.getInt(at + 16) * range.lengthBytes();
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
    Collector into = new Collector();
    DiskFile file = segment.acquire();
    try {
      long end = segment.end();
      SegmentScan scan = new SegmentScan(segment.header(), file, end);
      while (scan.advance()) {
        into.add(scan);
      }
      if (scan.next() < end) {
        throw Damage.batch(segment.describe(), scan.next(), scan.nextOffset());
      }
    } finally {
      segment.release();
    }
    return into.finish();
  }

  /** Grows the content of the file, with room for the header that goes before it. */
  private final class Collector {

    private ByteBuffer content = ByteBuffer.allocate(64 * 1024);
    private int stretchAt = -1;

    Collector() {
      content.position(SideFiles.HEADER_BYTES);
      content.putInt(range.from()).putInt(range.lengthBytes());
    }

    void add(SegmentScan scan) {
      BatchHeader batch = scan.header();
      long neededBytes = STRETCH_BYTES + (long) batch.count() * range.lengthBytes();
      if (content.remaining() < neededBytes) {
        long larger = Math.max(content.capacity() * 2L, content.position() + neededBytes);
        byte[] bytes =
            Arrays.copyOf(content.array(), (int) Math.min(larger, Integer.MAX_VALUE - 16));
        content = ByteBuffer.wrap(bytes).position(content.position());
      }
      if (stretchAt < 0 || content.getLong(stretchAt) != batch.timeMs()) {
        stretchAt = content.position();
        content.putLong(batch.timeMs()).putLong(batch.baseOffset()).putInt(0);
      }
      content.putInt(stretchAt + 16, content.getInt(stretchAt + 16) + batch.count());
      ByteBuffer window = scan.window();
      int lengthAt = scan.windowIndex() + BatchCodec.HEADER_BYTES;
      int recordAt = lengthAt + batch.count() * 4;
      for (int i = 0; i < batch.count(); i++) {
        int recordBytes = window.getInt(lengthAt + i * 4);
        int digestAt = content.position();
        if (recordBytes >= range.from() + range.lengthBytes()) {
          content.put(digestAt, window, recordAt + range.from(), range.lengthBytes());
        }
        content.position(digestAt + range.lengthBytes());
        recordAt += recordBytes;
      }
    }

    ByteBuffer finish() {
      return content.flip();
    }
  }
}
