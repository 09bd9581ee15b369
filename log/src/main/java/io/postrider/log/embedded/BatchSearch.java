package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Searches the file of a segment for batch headers, beyond bytes that are no valid batch. */
final class BatchSearch {

  private static final int WINDOW_BYTES = 1024 * 1024;

  /** A batch with a valid header; its body may be corrupt. */
  record Found(long position, BatchHeader header) {}

  private BatchSearch() {}

  /**
   * Finds the first wanted header.
   *
   * @param from where to begin, a multiple of {@link BatchCodec#ALIGNMENT}
   * @param to the end of the search
   */
  static @Nullable Found next(
      SegmentHeader segment, DiskFile file, long from, long to, Predicate<BatchHeader> wanted)
      throws IOException {
    if (to - from < BatchCodec.HEADER_BYTES) {
      return null;
    }
    BatchCodec codec = new BatchCodec(segment.identity());
    ByteBuffer window = ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, to - from));
    for (long at = from; to - at >= BatchCodec.HEADER_BYTES; ) {
      window.clear().limit((int) Math.min(window.capacity(), to - at));
      file.read(window, at);
      window.flip();
      int last = window.limit() - BatchCodec.HEADER_BYTES;
      if (last < 0) {
        return null;
      }
      int i = 0;
      for (; i <= last; i += BatchCodec.ALIGNMENT) {
        if (window.getInt(i) == BatchCodec.MAGIC) {
          BatchHeader batch = codec.header(window, i, segment.id(), at + i);
          if (batch != null && wanted.test(batch)) {
            return new Found(at + i, batch);
          }
        }
      }
      at += i;
    }
    return null;
  }
}
