package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first page of a segment file. It is written and synced before the file gets its name, so a
 * bad one is never the trace of a crash, and no later write touches its page.
 *
 * @param identity the log it belongs to
 * @param id grows with every segment ever made
 * @param baseOffset the offset of its first record
 * @param sinceMs no batch in it is older, none before it is younger
 * @param previousId the segment that comes before it, or 0; ids between the two are superseded
 * @param previousEnd where that segment ends, in bytes, whatever else its file holds
 * @param provenEnd how far the file was synced before it got its name
 */
record SegmentHeader(
    LogIdentity identity,
    long id,
    long baseOffset,
    long sinceMs,
    long previousId,
    long previousEnd,
    long provenEnd) {

  /** A page, so that the batches behind it never share a sector with it. */
  static final int BYTES = 4096;

  static final int VERSION = 1;
  static final long MAGIC = 0x5052_4c4f_4753_4547L; // "PRLOGSEG"

  private static final int CRC_AT = 12;
  private static final int USED_BYTES = 80;

  /** The whole page, ready to be written at position 0. */
  ByteBuffer encode() {
    ByteBuffer page = ByteBuffer.allocate(BYTES);
    page.putLong(MAGIC).putInt(VERSION).putInt(0);
    page.putLong(identity.value().getMostSignificantBits());
    page.putLong(identity.value().getLeastSignificantBits());
    page.putLong(id).putLong(baseOffset).putLong(sinceMs);
    page.putLong(previousId).putLong(previousEnd).putLong(provenEnd);
    page.putInt(CRC_AT, checksum(page));
    return page.clear();
  }

  /** The header in a page, or nothing if it is not one that we wrote. */
  static @Nullable SegmentHeader decode(ByteBuffer page) {
    if (page.remaining() < USED_BYTES
        || page.getLong(0) != MAGIC
        || page.getInt(8) != VERSION
        || page.getInt(CRC_AT) != checksum(page)) {
      return null;
    }
    return new SegmentHeader(
        new LogIdentity(new UUID(page.getLong(16), page.getLong(24))),
        page.getLong(32),
        page.getLong(40),
        page.getLong(48),
        page.getLong(56),
        page.getLong(64),
        page.getLong(72));
  }

  /** Whether a page carries our magic but a version that a later release made. */
  static boolean isOtherVersion(ByteBuffer page) {
    return page.remaining() >= USED_BYTES && page.getLong(0) == MAGIC && page.getInt(8) > VERSION;
  }

  private static int checksum(ByteBuffer page) {
    CRC32C crc = new CRC32C();
    crc.update(page.duplicate().limit(CRC_AT).position(0));
    crc.update(page.duplicate().limit(USED_BYTES).position(CRC_AT + 4));
    return (int) crc.getValue();
  }
}
