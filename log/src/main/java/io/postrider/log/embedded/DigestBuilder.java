package io.postrider.log.embedded;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Builds the content of a digest file, with space for the file header. Not thread-safe. */
final class DigestBuilder {

  /** The header of a run of digests: time, base offset, count. */
  static final int RUN_HEADER_BYTES = 8 + 8 + 4;

  private final DigestRange range;
  private ByteBuffer content = ByteBuffer.allocate(64 * 1024);
  private int runAt = -1;

  DigestBuilder(DigestRange range) {
    this.range = range;
    content.position(SidecarFiles.HEADER_BYTES);
    content.putInt(range.from()).putInt(range.lengthBytes());
  }

  /** Adds the records of the batch at an index of a buffer. */
  void add(long timeMs, long baseOffset, int count, ByteBuffer window, int batchAt) {
    makeRoom(RUN_HEADER_BYTES + (long) count * range.lengthBytes());
    if (runAt < 0 || content.getLong(runAt) != timeMs) {
      runAt = content.position();
      content.putLong(timeMs).putLong(baseOffset).putInt(0);
    }
    content.putInt(runAt + 16, content.getInt(runAt + 16) + count);
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

  /** Returns the content from index 0. Call no other method afterwards. */
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
