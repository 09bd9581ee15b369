package io.postrider.server.ingest;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Arrays for the bodies of batches that one event loop uses again and again: a new one has to be
 * cleared first, and comes from memory that is in no cache.
 *
 * <p>Belongs to its event loop. Keeps at most {@value #MOST_KEPT} arrays; small ones are not worth
 * keeping.
 */
final class BodyArrayPool {

  static final int MOST_KEPT = 16;
  static final int SMALLEST_KEPT = 8 * 1024;

  private final ArrayDeque<byte[]> kept = new ArrayDeque<>();

  /** An array of at least so many bytes that was used before, or null if there is none. */
  byte @Nullable [] take(int leastBytes) {
    byte[] last = leastBytes < SMALLEST_KEPT ? null : kept.peekFirst();
    return last == null || last.length < leastBytes ? null : kept.removeFirst();
  }

  /** Takes an array back that nobody reads any more. */
  void giveBack(byte[] array) {
    if (array.length < SMALLEST_KEPT) {
      return;
    }
    if (kept.size() == MOST_KEPT) {
      kept.removeLast();
    }
    kept.addFirst(array);
  }

  int kept() {
    return kept.size();
  }
}
