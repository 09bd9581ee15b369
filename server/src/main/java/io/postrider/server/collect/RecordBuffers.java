package io.postrider.server.collect;

import io.postrider.message.RecordBuffer;
import java.util.ArrayDeque;

/**
 * Buffers that one event loop uses again and again, so that a batch costs no large new array.
 *
 * <p>Belongs to its event loop. Keeps at most {@value #MOST_KEPT} buffers of at most {@value
 * #LARGEST_KEPT} bytes; more are left to the garbage collector.
 */
final class RecordBuffers {

  static final int MOST_KEPT = 64;
  static final int LARGEST_KEPT = 256 * 1024;

  private final ArrayDeque<RecordBuffer> kept = new ArrayDeque<>();

  /** An empty buffer, which grows as needed. */
  RecordBuffer take(int expectedBytes) {
    RecordBuffer buffer = kept.pollFirst();
    return buffer == null ? new RecordBuffer(expectedBytes) : buffer;
  }

  /** Takes a buffer back that nobody reads any more. */
  void giveBack(RecordBuffer buffer) {
    if (kept.size() < MOST_KEPT && buffer.bytes().length <= LARGEST_KEPT) {
      buffer.clear();
      kept.addFirst(buffer);
    }
  }

  int kept() {
    return kept.size();
  }
}
