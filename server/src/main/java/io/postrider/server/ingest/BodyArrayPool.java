package io.postrider.server.ingest;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A pool of arrays for request bodies of one event loop. A new array would have to be zeroed and
 * would not be in the CPU cache.
 *
 * <p>Belongs to its event loop. Holds at most {@value #MAX_ARRAYS} arrays, and bytes up to a limit;
 * small ones are not pooled.
 */
final class BodyArrayPool {

  static final int MAX_ARRAYS = 16;
  static final int MIN_POOLED_BYTES = 8 * 1024;

  private final ArrayDeque<byte[]> pooled = new ArrayDeque<>();
  private final long maxBytes;
  private long pooledBytes;

  BodyArrayPool(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** A pooled array of at least so many bytes; null if there is none. */
  byte @Nullable [] take(int leastBytes) {
    byte[] last = leastBytes < MIN_POOLED_BYTES ? null : pooled.peekFirst();
    if (last == null || last.length < leastBytes) {
      return null;
    }
    pooledBytes -= last.length;
    return pooled.removeFirst();
  }

  /** Returns an array that is no longer read. */
  void release(byte[] array) {
    if (array.length < MIN_POOLED_BYTES || array.length > maxBytes) {
      return;
    }
    pooled.addFirst(array);
    pooledBytes += array.length;
    while (pooled.size() > MAX_ARRAYS || pooledBytes > maxBytes) {
      pooledBytes -= pooled.removeLast().length;
    }
  }

  int size() {
    return pooled.size();
  }
}
