package io.postrider.server.ingest;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A pool of arrays for request bodies of one event loop. A new array would have to be zeroed and
 * would not be in the CPU cache.
 *
 * <p>Belongs to its event loop. Holds at most {@value #MAX_ARRAYS} arrays; small ones are not
 * pooled.
 */
final class BodyArrayPool {

  static final int MAX_ARRAYS = 16;
  static final int MIN_POOLED_BYTES = 8 * 1024;

  private final ArrayDeque<byte[]> pooled = new ArrayDeque<>();

  /** A pooled array of at least so many bytes; null if there is none. */
  byte @Nullable [] take(int leastBytes) {
    byte[] last = leastBytes < MIN_POOLED_BYTES ? null : pooled.peekFirst();
    return last == null || last.length < leastBytes ? null : pooled.removeFirst();
  }

  /** Returns an array that is no longer read. */
  void release(byte[] array) {
    if (array.length < MIN_POOLED_BYTES) {
      return;
    }
    if (pooled.size() == MAX_ARRAYS) {
      pooled.removeLast();
    }
    pooled.addFirst(array);
  }

  int size() {
    return pooled.size();
  }
}
