package io.postrider.server.ingest;

import io.postrider.message.RecordBuffer;
import java.util.ArrayDeque;

/**
 * Buffers that one event loop uses again and again, so that a batch costs no large new array.
 *
 * <p>Belongs to its event loop. Keeps at most {@value #MOST_KEPT_BYTES} bytes in buffers of at most
 * {@value #LARGEST_KEPT} bytes each; more are left to the garbage collector.
 */
final class RecordBufferPool {

  static final int MOST_KEPT_BYTES = 16 * 1024 * 1024;
  static final int LARGEST_KEPT = 256 * 1024;

  private final ArrayDeque<RecordBuffer> kept = new ArrayDeque<>();
  private int keptBytes;

  /** An empty buffer, which grows as needed. */
  RecordBuffer take(int expectedBytes) {
    RecordBuffer buffer = kept.pollFirst();
    if (buffer == null) {
      return new RecordBuffer(expectedBytes);
    }
    keptBytes -= buffer.bytes().length;
    return buffer;
  }

  /** Takes a buffer back that nobody reads any more. */
  void giveBack(RecordBuffer buffer) {
    int bytes = buffer.bytes().length;
    if (bytes <= LARGEST_KEPT && bytes <= MOST_KEPT_BYTES - keptBytes) {
      keptBytes += bytes;
      buffer.clear();
      kept.addFirst(buffer);
    }
  }

  int kept() {
    return kept.size();
  }
}
