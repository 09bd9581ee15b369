package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code manifest}: which segments must exist. Without it, a lost newest segment looks
 * like a log that ends earlier, and a lost oldest segment like retention. Thread-safe.
 *
 * <p>It changes in an order that no crash can turn into a false alarm. A new segment is durable
 * before it is listed, and listed before its first record. An old segment leaves the list before
 * its file is deleted. The file is replaced whole: written, synced, renamed, and the directory
 * synced.
 */
final class LogManifest {

  static final String NAME = "manifest";
  static final int VERSION = 1;
  static final int BYTES = 56;

  private static final long MAGIC = 0x5052_4c4f_474d_414eL; // "PRLOGMAN"
  private static final int CRC_AT = 12;

  private final Disk disk;
  private @Nullable Listed listed;
  private long oldestFound;
  private boolean addUncertain;

  /**
   * What the file says.
   *
   * @param firstId the ID of the oldest segment
   * @param newestId the ID of the newest segment
   * @param newestBytes the size of its file when it was created; it shrinks only after a newer
   *     segment is listed
   */
  record Listed(LogIdentity identity, long firstId, long newestId, long newestBytes) {

    ByteBuffer encode() {
      ByteBuffer bytes = ByteBuffer.allocate(BYTES);
      bytes.putLong(MAGIC).putInt(VERSION).putInt(0);
      bytes.putLong(identity.value().getMostSignificantBits());
      bytes.putLong(identity.value().getLeastSignificantBits());
      bytes.putLong(firstId).putLong(newestId).putLong(newestBytes);
      bytes.putInt(CRC_AT, checksum(bytes));
      return bytes.clear();
    }

    private static @Nullable Listed decode(ByteBuffer bytes) {
      return bytes.remaining() != BYTES
              || bytes.getLong(0) != MAGIC
              || bytes.getInt(8) != VERSION
              || bytes.getInt(CRC_AT) != checksum(bytes)
          ? null
          : new Listed(
              new LogIdentity(new UUID(bytes.getLong(16), bytes.getLong(24))),
              bytes.getLong(32),
              bytes.getLong(40),
              bytes.getLong(48));
    }

    private static int checksum(ByteBuffer bytes) {
      CRC32C crc = new CRC32C();
      crc.update(bytes.duplicate().limit(CRC_AT).position(0));
      crc.update(bytes.duplicate().limit(BYTES).position(CRC_AT + 4));
      return (int) crc.getValue();
    }
  }

  private LogManifest(Disk disk, @Nullable Listed listed) {
    this.disk = disk;
    this.listed = listed;
  }

  /**
   * Reads the manifest of a folder. A folder of an earlier version has none.
   *
   * @param names the files of the folder
   * @throws io.postrider.log.LogCorruptException if the file is corrupt
   */
  static LogManifest read(Disk disk, Collection<String> names) throws IOException {
    if (!names.contains(NAME)) {
      return new LogManifest(disk, null);
    }
    ByteBuffer bytes = ByteBuffer.allocate(BYTES + 1);
    try (DiskFile file = disk.open(NAME)) {
      file.read(bytes, 0);
    }
    bytes.flip();
    if (bytes.remaining() >= CRC_AT && bytes.getLong(0) == MAGIC && bytes.getInt(8) > VERSION) {
      throw Corruption.version(disk.describe(NAME));
    }
    Listed listed = Listed.decode(bytes);
    if (listed == null) {
      throw Corruption.manifest(disk.describe(NAME));
    }
    return new LogManifest(disk, listed);
  }

  /** What the file says; null if there is none. */
  synchronized @Nullable Listed listed() {
    return listed;
  }

  /**
   * Fails if a listed segment is missing.
   *
   * @param chain the segments that were found, oldest first
   */
  synchronized void requireAll(List<SegmentHeader> chain) {
    Listed known = listed;
    if (known == null) {
      oldestFound = chain.isEmpty() ? 0 : chain.getFirst().id();
      return;
    }
    if (chain.isEmpty() || chain.getLast().id() < known.newestId) {
      throw Corruption.lost(disk.describe(FileNames.of(known.newestId, FileNames.SEGMENT)));
    }
    if (!chain.getLast().identity().equals(known.identity)) {
      throw Corruption.foreign(
          disk.describe(NAME),
          "its log is " + known.identity + ", but the segments' log is another one");
    }
    // A segment that superseded the oldest one names a predecessor that left the list before.
    if (chain.getFirst().previousId() >= known.firstId) {
      throw Corruption.lost(
          disk.describe(FileNames.of(chain.getFirst().previousId(), FileNames.SEGMENT)));
    }
  }

  /** Fails if the newest segment is shorter than it was when it was created. */
  synchronized void requireWhole(SegmentHeader newest, long sizeBytes) {
    Listed known = listed;
    if (known != null && known.newestId == newest.id() && sizeBytes < known.newestBytes) {
      throw Corruption.truncated(
          disk.describe(FileNames.of(newest.id(), FileNames.SEGMENT)),
          sizeBytes,
          known.newestBytes);
    }
  }

  /** Lists a new segment, whose name is durable. Only for the writer. */
  synchronized void add(SegmentHeader newest, long sizeBytes) throws IOException {
    Listed known = listed;
    long firstId = known == null ? oldestFound : known.firstId;
    boolean isFirst = newest.previousId() < firstId || firstId == 0;
    addUncertain = false;
    write(
        new Listed(newest.identity(), isFirst ? newest.id() : firstId, newest.id(), sizeBytes),
        () -> addUncertain = true);
  }

  /** Lists no segment older than this one any more; call it before deleting them. */
  synchronized void startWith(long firstId) throws IOException {
    Listed known = listed;
    if (known != null && firstId > known.firstId) {
      write(new Listed(known.identity, firstId, known.newestId, known.newestBytes), () -> {});
    }
  }

  /** Whether the last {@link #add} failed and may be durable nevertheless. */
  synchronized boolean isAddUncertain() {
    return addUncertain;
  }

  private void write(Listed next, Runnable beforeRename) throws IOException {
    String unfinished = NAME + FileNames.TEMPORARY;
    try (DiskFile file = disk.create(unfinished)) {
      file.write(next.encode(), 0);
      file.sync();
    }
    beforeRename.run();
    disk.rename(unfinished, NAME);
    disk.syncDirectory();
    listed = next;
  }
}
