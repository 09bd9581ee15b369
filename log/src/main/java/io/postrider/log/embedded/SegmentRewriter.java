package io.postrider.log.embedded;

import io.postrider.log.LogRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites records of one segment. Belongs to one thread.
 *
 * <p>A changed record may become shorter. Its batch keeps its position and size, and ends in zeros.
 * So the index, the readers' positions and the end that the next segment states stay valid, and
 * only the bytes of the file differ.
 *
 * <p>The copy is complete and synced before it takes the segment's name. A crash leaves either the
 * old file and a temporary one, which opening deletes, or the new file. Readers that have the old
 * file open finish with it.
 */
final class SegmentRewriter {

  private static final int COPY_BYTES = 1024 * 1024;

  private final Disk disk;
  private final LogMaintenance maintenance;
  private final Segment segment;
  private final RecordRewrite rewrite;
  private final RewritePace pace;
  private final BatchCodec codec;
  private @Nullable DiskFile copy;
  private int changedRecords;
  private boolean stopped;

  SegmentRewriter(
      Disk disk,
      LogMaintenance maintenance,
      Segment segment,
      RecordRewrite rewrite,
      RewritePace pace) {
    this.disk = disk;
    this.maintenance = maintenance;
    this.segment = segment;
    this.rewrite = rewrite;
    this.pace = pace;
    this.codec = new BatchCodec(segment.header().identity());
  }

  /** Looks at the records up to the end of the segment; stops at the first that would change. */
  boolean changesSomething() throws IOException {
    DiskFile file = segment.acquire();
    try {
      SegmentScan scan = new SegmentScan(segment.header(), file, segment.end());
      while (scan.advance()) {
        if (rewritten(scan) != null) {
          return true;
        }
        if (!proceed(scan)) {
          return false;
        }
      }
      requireWhole(scan);
      return false;
    } finally {
      segment.release(file);
    }
  }

  /**
   * Rewrites a sealed segment. It is durable when this returns.
   *
   * @throws io.postrider.log.LogCorruptException if a batch is damaged; the segment is as before
   */
  RewrittenSegment run() throws IOException {
    String name = segment.name() + ".rewrite" + FileNames.TEMPORARY;
    DiskFile file = segment.acquire();
    boolean replaced = false;
    try {
      SegmentScan scan = new SegmentScan(segment.header(), file, segment.end());
      while (scan.advance()) {
        ByteBuffer changed = rewritten(scan);
        if (changed != null && copy == null) {
          copy = disk.create(name);
          copyBefore(scan.position(), file);
        }
        if (copy != null) {
          copy.write(changed == null ? batch(scan) : changed, scan.position());
        }
        if (!proceed(scan)) {
          return RewrittenSegment.stopped(segment);
        }
      }
      requireWhole(scan);
      if (copy != null) {
        copy.sync();
        replaced = maintenance.replace(segment, name);
      }
      return RewrittenSegment.done(scan.nextOffset(), changedRecords);
    } finally {
      segment.release(file);
      if (copy != null) {
        Quietly.close(copy);
        if (!replaced) {
          Quietly.close(() -> disk.delete(name));
        }
      }
    }
  }

  /** Whether the pace stopped the work. */
  boolean isStopped() {
    return stopped;
  }

  private boolean proceed(SegmentScan scan) {
    stopped = !pace.proceed(scan.header().sizeBytes());
    return !stopped;
  }

  private void requireWhole(SegmentScan scan) {
    if (scan.next() < segment.end()) {
      throw Corruption.batch(segment.describe(), scan.next(), scan.nextOffset());
    }
  }

  private void copyBefore(long position, DiskFile from) throws IOException {
    DiskFile into = copy;
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(COPY_BYTES, position));
    for (long at = 0; into != null && at < position; ) {
      bytes.clear().limit((int) Math.min(bytes.capacity(), position - at));
      int read = from.read(bytes, at);
      if (read < bytes.limit()) {
        throw new IOException(segment.describe() + " ends early at byte " + (at + read));
      }
      into.write(bytes.flip(), at);
      at += read;
    }
  }

  private static ByteBuffer batch(SegmentScan scan) {
    return scan.window().slice(scan.windowIndex(), scan.header().sizeBytes());
  }

  /** The current batch with changed records; null if none changes. */
  private @Nullable ByteBuffer rewritten(SegmentScan scan) {
    BatchHeader header = scan.header();
    ByteBuffer window = scan.window();
    int lengthAt = scan.windowIndex() + BatchCodec.HEADER_BYTES;
    int recordAt = lengthAt + header.count() * 4;
    Instant appendedAt = Instant.ofEpochMilli(header.timeMs());
    List<ByteBuffer> records = new ArrayList<>(header.count());
    int changed = 0;
    for (int i = 0; i < header.count(); i++) {
      int lengthBytes = window.getInt(lengthAt + i * 4);
      ByteBuffer old = window.slice(recordAt, lengthBytes);
      ByteBuffer fresh =
          rewrite.rewritten(
              new LogRecord(header.baseOffset() + i, appendedAt, old.asReadOnlyBuffer()));
      if (fresh != null && fresh.remaining() > lengthBytes) {
        throw new IllegalArgumentException(
            "%d bytes replace a record of %d".formatted(fresh.remaining(), lengthBytes));
      }
      changed += fresh == null ? 0 : 1;
      records.add(fresh == null ? old : fresh);
      recordAt += lengthBytes;
    }
    changedRecords += changed;
    return changed == 0 ? null : encoded(header, records, scan.position());
  }

  private ByteBuffer encoded(BatchHeader header, List<ByteBuffer> records, long position) {
    ByteBuffer bytes = ByteBuffer.allocate(header.sizeBytes());
    bytes.position(BatchCodec.HEADER_BYTES);
    records.forEach(record -> bytes.putInt(record.remaining()));
    records.forEach(record -> bytes.put(record.duplicate()));
    bytes.clear();
    int checksum = codec.bodyChecksum(bytes, BatchCodec.HEADER_BYTES, header.bodyBytes());
    codec.putHeader(bytes, 0, header.withChecksum(checksum), position);
    return bytes;
  }
}
