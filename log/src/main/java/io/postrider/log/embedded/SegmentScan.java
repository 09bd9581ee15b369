package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the batches of one segment, each verified. Belongs to one thread and holds a window
 * of one MiB, or of one batch if that is larger.
 */
final class SegmentScan {

  private static final int WINDOW_BYTES = 1024 * 1024;

  private final BatchCodec codec;
  private final DiskFile file;
  private final long segmentId;
  private final long end;

  private ByteBuffer window = ByteBuffer.allocate(0);
  private long windowAt;
  private long position;
  private long nextOffset;
  private @Nullable BatchHeader header;

  /** Walks from the first batch to a position, which the last batch must not cross. */
  SegmentScan(SegmentHeader segment, DiskFile file, long end) {
    this.codec = new BatchCodec(segment.identity());
    this.file = file;
    this.segmentId = segment.id();
    this.end = end;
    this.position = SegmentHeader.BYTES;
    this.nextOffset = segment.baseOffset();
  }

  /** Moves to the next batch; false if there is none, or none that is good, at {@link #next}. */
  boolean advance() throws IOException {
    long at = next();
    header = null;
    position = at;
    if (!holds(at, BatchCodec.HEADER_BYTES)) {
      return false;
    }
    BatchHeader found = codec.header(window, (int) (at - windowAt), segmentId, at);
    if (found == null || found.baseOffset() != nextOffset || !holds(at, found.sizeBytes())) {
      return false;
    }
    if (!codec.bodyIsGood(window, (int) (at - windowAt), found)) {
      return false;
    }
    header = found;
    nextOffset = found.endOffset();
    return true;
  }

  /** The position that follows the batch we are at. */
  long next() {
    return header == null ? position : position + header.sizeBytes();
  }

  /** The offset that follows the batch we are at. */
  long nextOffset() {
    return nextOffset;
  }

  /** The position of the batch we are at. */
  long position() {
    return position;
  }

  BatchHeader header() {
    if (header == null) {
      throw new IllegalStateException("not at a batch");
    }
    return header;
  }

  /** The bytes around the batch we are at; good until the next move. */
  ByteBuffer window() {
    return window;
  }

  /** The index in {@link #window} of the batch we are at. */
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
