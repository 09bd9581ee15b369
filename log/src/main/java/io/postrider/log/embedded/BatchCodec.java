package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes commit batches. Not thread-safe.
 *
 * <p>The header has its own checksum. So a reader can skip a batch without reading its body, and
 * the header's {@code syncedTo} is valid even if the body is torn. The header checksum also covers
 * the log identity and the file position, which are not stored. So bytes inside a record that look
 * like a batch never pass the check.
 */
final class BatchCodec {

  static final int MAGIC = 0x5052_4254; // "PRBT"
  static final int HEADER_BYTES = 56;
  static final int ALIGNMENT = 8;
  private static final int CRC_AT = 4;
  private static final int BODY_CRC_AT = 48;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer seed = ByteBuffer.allocate(24);

  BatchCodec(LogIdentity identity) {
    seed.putLong(0, identity.value().getMostSignificantBits());
    seed.putLong(8, identity.value().getLeastSignificantBits());
  }

  /** The size of a batch in the file, including header and padding. */
  static int sizeBytes(int bodyBytes) {
    return (HEADER_BYTES + bodyBytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** Writes a header at an index of a buffer, for a batch at a file position. */
  void putHeader(ByteBuffer buffer, int at, BatchHeader header, long position) {
    buffer.putInt(at, MAGIC);
    buffer.putLong(at + 8, header.segmentId());
    buffer.putLong(at + 16, header.baseOffset());
    buffer.putLong(at + 24, header.timeMs());
    buffer.putLong(at + 32, header.syncedTo());
    buffer.putInt(at + 40, header.count());
    buffer.putInt(at + 44, header.bodyBytes());
    buffer.putInt(at + BODY_CRC_AT, header.bodyChecksum());
    buffer.putInt(at + 52, 0);
    buffer.putInt(at + CRC_AT, headerChecksum(buffer, at, position));
  }

  /** The header at an index of a buffer, or null if there is no valid header of this segment. */
  @Nullable BatchHeader header(ByteBuffer buffer, int at, long segmentId, long position) {
    if (buffer.limit() - at < HEADER_BYTES
        || buffer.getInt(at) != MAGIC
        || buffer.getLong(at + 8) != segmentId
        || buffer.getInt(at + CRC_AT) != headerChecksum(buffer, at, position)) {
      return null;
    }
    return new BatchHeader(
        segmentId,
        buffer.getLong(at + 16),
        buffer.getLong(at + 24),
        buffer.getLong(at + 32),
        buffer.getInt(at + 40),
        buffer.getInt(at + 44),
        buffer.getInt(at + BODY_CRC_AT));
  }

  /** Whether the body that follows a header is complete and matches its checksum. */
  boolean isBodyValid(ByteBuffer buffer, int at, BatchHeader header) {
    int from = at + HEADER_BYTES;
    return buffer.limit() - from >= header.bodyBytes()
        && bodyChecksum(buffer, from, header.bodyBytes()) == header.bodyChecksum();
  }

  int bodyChecksum(ByteBuffer buffer, int from, int lengthBytes) {
    crc.reset();
    crc.update(buffer.slice(from, lengthBytes));
    return (int) crc.getValue();
  }

  private int headerChecksum(ByteBuffer buffer, int at, long position) {
    crc.reset();
    crc.update(seed.putLong(16, position).clear());
    crc.update(buffer.slice(at + 8, HEADER_BYTES - 8));
    return (int) crc.getValue();
  }
}
