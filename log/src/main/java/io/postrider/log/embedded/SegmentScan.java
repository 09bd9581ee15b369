package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A sequential scan of a segment that verifies every batch. Not thread-safe. */
final class SegmentScan {

  private static final int WINDOW_BYTES = 1024 * 1024;

  private final SegmentHeader segment;
  private final BatchCodec codec;
  private final DiskFile file;
  private final long end;

  private ByteBuffer window = ByteBuffer.allocate(0);
  private long windowAt;
  private long position;
  private long nextOffset;
  private long syncedTo;
  private @Nullable BatchHeader header;

  /** Scans from the first batch to an end position; no batch may cross it. */
  SegmentScan(SegmentHeader segment, DiskFile file, long end) {
    this.segment = segment;
    this.codec = new BatchCodec(segment.identity());
    this.file = file;
    this.end = end;
    this.position = SegmentHeader.BYTES;
    this.nextOffset = segment.baseOffset();
  }

  /** Moves to the next batch; false if there is no valid batch at {@link #next}. */
  boolean advance() throws IOException {
    long at = next();
    header = null;
    position = at;
    if (!holds(at, BatchCodec.HEADER_BYTES)) {
      return false;
    }
    BatchHeader found = codec.header(window, (int) (at - windowAt), segment.id(), at);
    syncedTo = found == null ? syncedTo : Math.max(syncedTo, found.syncedTo());
    if (found == null || found.baseOffset() != nextOffset || !holds(at, found.sizeBytes())) {
      return false;
    }
    if (!codec.isBodyValid(window, (int) (at - windowAt), found)) {
      return false;
    }
    header = found;
    nextOffset = found.endOffset();
    return true;
  }

  /**
   * After {@link #advance} found no valid batch: moves to the next valid header behind it, if any,
   * so that {@link #advance} continues there.
   */
  boolean skipCorrupt() throws IOException {
    long from = next() + BatchCodec.ALIGNMENT;
    BatchSearch.Found found =
        BatchSearch.next(segment, file, from, end, batch -> batch.baseOffset() >= nextOffset);
    if (found == null) {
      return false;
    }
    header = null;
    position = found.position();
    nextOffset = found.header().baseOffset();
    return true;
  }

  /** The highest position that was synced, by the headers that were read. */
  long syncedTo() {
    return syncedTo;
  }

  /** The position after the current batch. */
  long next() {
    return header == null ? position : position + header.sizeBytes();
  }

  /** The offset after the current batch. */
  long nextOffset() {
    return nextOffset;
  }

  /** The position of the current batch. */
  long position() {
    return position;
  }

  BatchHeader header() {
    if (header == null) {
      throw new IllegalStateException("no current batch");
    }
    return header;
  }

  /** A buffer that contains the current batch; valid until the next {@link #advance}. */
  ByteBuffer window() {
    return window;
  }

  /** The index of the current batch in {@link #window}. */
  int windowIndex() {
    return (int) (position - windowAt);
  }

  private boolean holds(long at, int lengthBytes) throws IOException {
    if (at + lengthBytes > end) {
      return false;
    }
    if (at >= windowAt && at + lengthBytes <= windowAt + window.limit()) {
      return true;
    }
    int wanted = (int) Math.min(end - at, Math.max(lengthBytes, WINDOW_BYTES));
    if (window.capacity() < wanted) {
      window = ByteBuffer.allocate(wanted);
    }
    window.clear().limit(wanted);
    file.read(window, at);
    window.flip();
    windowAt = at;
    return window.limit() >= lengthBytes;
  }
}
