package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The digests of each segment: built by the writer, read from the segment's digest file, or built
 * by a scan of the segment. Thread-safe.
 *
 * <p>A run is a time, a base offset, a count and the digests. Consecutive batches with the same
 * time form one run.
 */
final class Digests {

  private final Disk disk;
  private final DigestRange range;
  private final Map<Long, DigestBuilder> written = new ConcurrentHashMap<>();

  Digests(Disk disk, DigestRange range) {
    this.disk = disk;
    this.range = range;
  }

  boolean enabled() {
    return range.lengthBytes() > 0;
  }

  /** Writes the digest file of a sealed segment. */
  void write(Segment segment) throws IOException {
    DigestBuilder content = written.get(segment.id());
    ByteBuffer bytes = content == null ? collect(segment) : content.finish();
    SidecarFiles.write(disk, segment, FileNames.DIGESTS, bytes);
    forget(segment);
  }

  /** A builder for an empty segment, or null if digests are disabled or the segment has records. */
  @Nullable DigestBuilder begin(Segment segment) {
    return enabled() && segment.isEmpty() ? new DigestBuilder(range) : null;
  }

  /** Hands over the builder of a segment that the writer has sealed. */
  void sealed(Segment segment, DigestBuilder content) {
    written.put(segment.id(), content);
  }

  void forget(Segment segment) {
    written.remove(segment.id());
  }

  /** Visits the runs at or after a time, newest first; returns false if the visitor stopped. */
  boolean visit(Segment segment, long fromMs, DigestVisitor visitor) throws IOException {
    ByteBuffer content = segment.isSealed() ? read(segment) : null;
    if (content == null) {
      content = collect(segment);
      content.position(SidecarFiles.HEADER_BYTES + 8);
    }
    int[] starts = runs(content);
    for (int i = starts.length - 1; i >= 0; i--) {
      int at = starts[i];
      long timeMs = content.getLong(at);
      if (timeMs < fromMs) {
        return true;
      }
      int count = content.getInt(at + 16);
      ByteBuffer digests =
          content.slice(at + DigestBuilder.RUN_HEADER_BYTES, count * range.lengthBytes());
      if (!visitor.visit(Instant.ofEpochMilli(timeMs), content.getLong(at + 8), count, digests)) {
        return false;
      }
    }
    return true;
  }

  /** The index of each run; runs have variable length. */
  private int[] runs(ByteBuffer content) {
    IntStream.Builder starts = IntStream.builder();
    int at = content.position();
    while (at < content.limit()) {
      starts.add(at);
      at += DigestBuilder.RUN_HEADER_BYTES + content.getInt(at + 16) * range.lengthBytes();
    }
    return starts.build().toArray();
  }

  private @Nullable ByteBuffer read(Segment segment) throws IOException {
    ByteBuffer content = SidecarFiles.read(disk, segment, FileNames.DIGESTS);
    return content != null
            && content.getInt() == range.from()
            && content.getInt() == range.lengthBytes()
        ? content
        : null;
  }

  private ByteBuffer collect(Segment segment) throws IOException {
    DigestBuilder into = new DigestBuilder(range);
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
        throw Corruption.batch(segment.describe(), scan.next(), scan.nextOffset());
      }
    } finally {
      segment.release(file);
    }
    return into.finish();
  }
}
