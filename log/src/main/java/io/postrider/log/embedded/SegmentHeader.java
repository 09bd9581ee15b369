package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first page of a segment file. It is written and synced before the file gets its name, and
 * never written again. So an invalid header means corruption, not a crash.
 *
 * @param id the segment ID; every new segment gets a higher one
 * @param sinceMs batches in this segment are not older, batches of earlier segments not younger
 * @param previousId the ID of the previous segment, or 0; IDs between the two are superseded
 * @param previousEnd the end of the previous segment; later bytes of its file are not part of the
 *     log
 * @param provenEnd the position up to which the file was synced before it got its name
 */
record SegmentHeader(
    LogIdentity identity,
    long id,
    long baseOffset,
    long sinceMs,
    long previousId,
    long previousEnd,
    long provenEnd) {

  /** One page, so that batches never share a sector with the header. */
  static final int BYTES = 4096;

  /** The {@link #provenEnd} of a segment without batches, which replaces a lost one. */
  static final long LOST = 0;

  static final int VERSION = 1;
  static final long MAGIC = 0x5052_4c4f_4753_4547L; // "PRLOGSEG"

  private static final int CRC_AT = 12;
  private static final int USED_BYTES = 80;

  /** Whether this segment replaces a lost one. */
  boolean isLost() {
    return provenEnd == LOST;
  }

  /** The whole page, to be written at position 0. */
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

  /** The header in a page, or null if it is not valid. */
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

  /** Whether a page has a format version of a later release. */
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
