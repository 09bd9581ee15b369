package io.postrider.log.embedded;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Checksummed sidecar files of a segment: index and digests. They are derived from the segment, so
 * a missing, corrupt or outdated file is ignored and rebuilt. Thread-safe for reads; one thread
 * writes.
 */
final class SidecarFiles {

  static final int MAGIC = 0x5052_5344; // "PRSD"
  static final int VERSION = 1;

  /** Magic, version, checksum, reserved, segment ID, segment end. */
  static final int HEADER_BYTES = 32;

  private static final int CRC_AT = 8;

  private SidecarFiles() {}

  /** Writes a durable file; the content starts with space for the file header. */
  static void write(Disk disk, Segment segment, String kind, ByteBuffer content)
      throws IOException {
    content.putInt(0, MAGIC).putInt(4, VERSION).putInt(12, 0);
    content.putLong(16, segment.id()).putLong(24, segment.end());
    content.putInt(CRC_AT, checksum(content));
    String name = FileNames.of(segment.id(), kind);
    String unfinished = name + FileNames.TEMPORARY;
    try (DiskFile file = disk.create(unfinished)) {
      file.write(content.duplicate(), 0);
      file.sync();
    }
    disk.rename(unfinished, name);
  }

  /** The content of a file, positioned after the file header, or null if there is no valid file. */
  static @Nullable ByteBuffer read(Disk disk, Segment segment, String kind) throws IOException {
    ByteBuffer content;
    try (DiskFile file = disk.open(FileNames.of(segment.id(), kind))) {
      long size = file.size();
      if (size < HEADER_BYTES || size > Integer.MAX_VALUE - 16) {
        return null;
      }
      content = ByteBuffer.allocate((int) size);
      file.read(content, 0);
      content.flip();
    } catch (NoSuchFileException | FileNotFoundException e) {
      return null;
    }
    boolean valid =
        content.limit() >= HEADER_BYTES
            && content.getInt(0) == MAGIC
            && content.getInt(4) == VERSION
            && content.getLong(16) == segment.id()
            && content.getLong(24) == segment.end()
            && content.getInt(CRC_AT) == checksum(content);
    return valid ? content.position(HEADER_BYTES) : null;
  }

  static void writeIndex(Disk disk, Segment segment, SparseIndex index) throws IOException {
    int count = index.count();
    int entryBytes = SparseIndex.ENTRY_LONGS * Long.BYTES;
    ByteBuffer content = ByteBuffer.allocate(HEADER_BYTES + count * entryBytes);
    content.position(HEADER_BYTES);
    for (int entry = 0; entry < count; entry++) {
      for (int field = 0; field < SparseIndex.ENTRY_LONGS; field++) {
        content.putLong(index.value(entry, field));
      }
    }
    write(disk, segment, FileNames.INDEX, content.flip());
  }

  static @Nullable SparseIndex readIndex(Disk disk, Segment segment) throws IOException {
    if (!segment.isSealed()) {
      return null;
    }
    ByteBuffer content = read(disk, segment, FileNames.INDEX);
    if (content == null) {
      return null;
    }
    long[] values = new long[content.remaining() / Long.BYTES];
    content.asLongBuffer().get(values);
    return new SparseIndex(values, values.length / SparseIndex.ENTRY_LONGS);
  }

  private static int checksum(ByteBuffer content) {
    CRC32C crc = new CRC32C();
    crc.update(content.slice(CRC_AT + 4, content.limit() - CRC_AT - 4));
    return (int) crc.getValue();
  }
}
