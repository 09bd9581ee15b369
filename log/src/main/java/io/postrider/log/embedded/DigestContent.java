package io.postrider.log.embedded;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The digests of one segment as they are put together, with room for the header that goes before
 * them in their file. Belongs to one thread at a time.
 */
final class DigestContent {

  /** What stands before the digests of a stretch: a time, a base offset and a count. */
  static final int STRETCH_BYTES = 8 + 8 + 4;

  private final DigestRange range;
  private ByteBuffer content = ByteBuffer.allocate(64 * 1024);
  private int stretchAt = -1;

  DigestContent(DigestRange range) {
    this.range = range;
    content.position(SideFiles.HEADER_BYTES);
    content.putInt(range.from()).putInt(range.lengthBytes());
  }

  /** Adds the records of a batch whose bytes start at an index of a window. */
  void add(long timeMs, long baseOffset, int count, ByteBuffer window, int batchAt) {
    makeRoom(STRETCH_BYTES + (long) count * range.lengthBytes());
    if (stretchAt < 0 || content.getLong(stretchAt) != timeMs) {
      stretchAt = content.position();
      content.putLong(timeMs).putLong(baseOffset).putInt(0);
    }
    content.putInt(stretchAt + 16, content.getInt(stretchAt + 16) + count);
    int lengthAt = batchAt + BatchCodec.HEADER_BYTES;
    int recordAt = lengthAt + count * 4;
    for (int i = 0; i < count; i++) {
      int recordBytes = window.getInt(lengthAt + i * 4);
      int digestAt = content.position();
      if (recordBytes >= range.from() + range.lengthBytes()) {
        content.put(digestAt, window, recordAt + range.from(), range.lengthBytes());
      }
      content.position(digestAt + range.lengthBytes());
      recordAt += recordBytes;
    }
  }

  /** The content from index 0; nothing is added any more. */
  ByteBuffer finish() {
    return content.duplicate().flip();
  }

  private void makeRoom(long neededBytes) {
    if (content.remaining() < neededBytes) {
      long larger = Math.max(content.capacity() * 2L, content.position() + neededBytes);
      byte[] bytes = Arrays.copyOf(content.array(), (int) Math.min(larger, Integer.MAX_VALUE - 16));
      content = ByteBuffer.wrap(bytes).position(content.position());
    }
  }
}
