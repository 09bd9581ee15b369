package io.postrider.log.embedded;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records in order. Confined to one thread at a time.
 *
 * <p>Reads a chunk of the file, verifies each batch once, and returns slices of the chunk, which is
 * never overwritten. Memory is bounded by one chunk: the requested size, or one batch if that is
 * larger. Between two calls the reader holds no segment open, so retention never waits for it.
 *
 * <p>Of a batch that is larger than the requested size and than a limit it returns copies, and
 * drops the chunk after the call: neither readers nor the records they returned keep it in memory.
 */
final class EmbeddedReader implements LogReader {

  /** A bit more than the distance of indexed batches, so that one read often suffices. */
  private static final int LEAST_CHUNK_BYTES = SparseIndex.SPACING_BYTES + 8 * 1024;

  private final LogView view;
  private final BatchCodec codec;
  private final int maxKeptBytes;

  private long position;
  private boolean closed;

  /** The current segment; {@code batchAt} is the position of the next batch in it. */
  private @Nullable Segment segment;

  private long batchAt;

  private ByteBuffer chunk = ByteBuffer.allocate(0);
  private long chunkAt;
  private boolean oversized;

  /** The records left in the current batch, and the indexes of the next record in the chunk. */
  private int recordsLeft;

  private int lengthIndex;
  private int recordIndex;
  private Instant appendedAt = Instant.EPOCH;

  EmbeddedReader(LogView view, long fromOffset, int maxKeptBytes) {
    this.view = view;
    this.maxKeptBytes = maxKeptBytes;
    this.codec = new BatchCodec(view.segments().last().header().identity());
    this.position = fromOffset;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public List<LogRecord> read(int maxBytes) {
    if (closed) {
      throw new LogUnavailableException("the reader is closed");
    }
    view.requireOpen();
    requireNotExpired();
    if (position >= view.endOffset()) {
      return List.of();
    }
    List<LogRecord> records = new ArrayList<>();
    int left = maxBytes;
    while (records.isEmpty() || left > 0) {
      if (recordsLeft == 0 && !nextBatch(maxBytes, records.isEmpty())) {
        break;
      }
      left = take(records, left);
    }
    if (oversized) {
      drop();
    }
    return records;
  }

  private int take(List<LogRecord> records, int budgetBytes) {
    int left = budgetBytes;
    while (recordsLeft > 0) {
      int lengthBytes = chunk.getInt(lengthIndex);
      if (lengthBytes > left && !records.isEmpty()) {
        return 0;
      }
      ByteBuffer bytes = chunk.slice(recordIndex, lengthBytes);
      if (oversized) {
        bytes = ByteBuffer.allocate(lengthBytes).put(bytes).flip().asReadOnlyBuffer();
      }
      records.add(new LogRecord(position, appendedAt, bytes));
      left -= lengthBytes;
      position++;
      recordsLeft--;
      lengthIndex += 4;
      recordIndex += lengthBytes;
    }
    return left;
  }

  /** Moves to the batch at the position; false if there is none or {@code mayRead} forbids it. */
  private boolean nextBatch(int wantedBytes, boolean mayRead) {
    if (position >= view.endOffset()) {
      return false;
    }
    try {
      Segment current = segment;
      if (current == null || batchAt >= current.end()) {
        return mayRead && enter(locate(), wantedBytes, true);
      }
      return (mayRead || inChunk(batchAt, BatchCodec.HEADER_BYTES))
          && enter(current, wantedBytes, mayRead);
    } catch (IOException e) {
      segment = null;
      requireNotExpired();
      throw new LogUnavailableException("cannot read the log at offset " + position, e);
    }
  }

  /** Finds the segment of the position, and an indexed batch at or before it. */
  private Segment locate() throws IOException {
    SegmentList segments = view.segments();
    int index = segments.indexOf(position);
    if (index < 0) {
      throw new OffsetExpiredException(position, segments.first().baseOffset());
    }
    Segment found = segments.segments().get(index);
    batchAt =
        found.baseOffset() == position
            ? SegmentHeader.BYTES
            : found.index().positionOfOffset(position);
    segment = found;
    chunk = ByteBuffer.allocate(0);
    return found;
  }

  /** Skips batches by their headers and opens the one that contains the position. */
  private boolean enter(Segment current, int wantedBytes, boolean mayRead) throws IOException {
    while (true) {
      long at = batchAt;
      long end = current.end();
      if (at >= end) {
        throw Corruption.batch(current.describe(), at, position);
      }
      if (!inChunk(at, BatchCodec.HEADER_BYTES)) {
        load(current, at, Math.max(LEAST_CHUNK_BYTES, wantedBytes), end);
      }
      BatchHeader header = codec.header(chunk, (int) (at - chunkAt), current.id(), at);
      if (header == null || header.baseOffset() > position || at + header.sizeBytes() > end) {
        throw Corruption.batch(current.describe(), at, position);
      }
      if (header.endOffset() <= position) {
        batchAt = at + header.sizeBytes();
        continue;
      }
      if (!inChunk(at, header.sizeBytes())) {
        if (!mayRead) {
          return false;
        }
        load(current, at, Math.max(header.sizeBytes(), wantedBytes), end);
        oversized = header.sizeBytes() > Math.max(maxKeptBytes, wantedBytes);
      }
      if (!codec.isBodyValid(chunk, (int) (at - chunkAt), header)) {
        throw Corruption.batch(current.describe(), at, position);
      }
      batchAt = at + header.sizeBytes();
      open(header, (int) (at - chunkAt) + BatchCodec.HEADER_BYTES);
      return true;
    }
  }

  private void open(BatchHeader header, int bodyIndex) {
    appendedAt = Instant.ofEpochMilli(header.timeMs());
    recordsLeft = header.count();
    lengthIndex = bodyIndex;
    recordIndex = bodyIndex + header.count() * 4;
    for (long skip = position - header.baseOffset(); skip > 0; skip--) {
      recordIndex += chunk.getInt(lengthIndex);
      lengthIndex += 4;
      recordsLeft--;
    }
  }

  private boolean inChunk(long at, int lengthBytes) {
    return at >= chunkAt && at + lengthBytes <= chunkAt + chunk.limit();
  }

  private void load(Segment current, long at, int lengthBytes, long end) throws IOException {
    ByteBuffer fresh = ByteBuffer.allocate((int) Math.min(lengthBytes, end - at));
    DiskFile file = current.acquire();
    try {
      file.read(fresh, at);
    } finally {
      current.release(file);
    }
    chunk = fresh.flip().asReadOnlyBuffer();
    chunkAt = at;
    oversized = false;
  }

  /** Forgets the chunk; the next read finds its place again. */
  private void drop() {
    chunk = ByteBuffer.allocate(0);
    segment = null;
    recordsLeft = 0;
    oversized = false;
  }

  private void requireNotExpired() {
    long first = view.firstOffset();
    if (position < first) {
      throw new OffsetExpiredException(position, first);
    }
  }

  @Override
  public void close() {
    closed = true;
    chunk = ByteBuffer.allocate(0);
    segment = null;
  }
}
