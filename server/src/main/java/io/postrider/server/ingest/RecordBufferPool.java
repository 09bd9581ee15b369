package io.postrider.server.ingest;

import io.postrider.message.RecordBuffer;
import java.util.ArrayDeque;

/**
 * A pool of record buffers of one event loop, so that a batch allocates no large array.
 *
 * <p>Belongs to its event loop. Holds bytes up to a limit, at most {@value #MAX_POOLED_BYTES}, in
 * buffers of at most {@value #MAX_BUFFER_BYTES} bytes each.
 */
final class RecordBufferPool {

  static final int MAX_POOLED_BYTES = 16 * 1024 * 1024;
  static final int MAX_BUFFER_BYTES = 256 * 1024;

  /** A pool has room for at least so many buffers. */
  private static final int LEAST_BUFFERS = 16;

  private final ArrayDeque<RecordBuffer> pooled = new ArrayDeque<>();
  private final long maxPooledBytes;
  private final int maxBufferBytes;
  private long pooledBytes;

  RecordBufferPool(long maxPooledBytes) {
    this.maxPooledBytes = Math.min(maxPooledBytes, MAX_POOLED_BYTES);
    this.maxBufferBytes = (int) Math.min(MAX_BUFFER_BYTES, this.maxPooledBytes / LEAST_BUFFERS);
  }

  /** An empty buffer, which grows as needed. */
  RecordBuffer take(int expectedBytes) {
    RecordBuffer buffer = pooled.pollFirst();
    if (buffer == null) {
      return new RecordBuffer(expectedBytes);
    }
    pooledBytes -= buffer.bytes().length;
    return buffer;
  }

  /** Whether a buffer is small enough to be reused. */
  boolean pools(RecordBuffer buffer) {
    return buffer.bytes().length <= maxBufferBytes;
  }

  /** Returns a buffer that is no longer read. */
  void release(RecordBuffer buffer) {
    int bytes = buffer.bytes().length;
    if (bytes <= maxBufferBytes && bytes <= maxPooledBytes - pooledBytes) {
      pooledBytes += bytes;
      buffer.clear();
      pooled.addFirst(buffer);
    }
  }

  int size() {
    return pooled.size();
  }
}
