package io.postrider.server.ledger.index;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.embedded.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An open run file: reads parts of it and compares their checksums. Thread-safe.
 *
 * <p>The file begins with {@link #MAGIC} and the version, and ends with a footer: place, length and
 * checksum of its head, and {@link #MAGIC}. The head has the checksums of everything else.
 */
final class RunFile implements AutoCloseable {

  static final int MAGIC = 0x50524C58;

  /** A run of another version is rebuilt. */
  static final int VERSION = 1;

  static final int HEADER_BYTES = Integer.BYTES + 1;
  static final int FOOTER_BYTES = Long.BYTES + 3 * Integer.BYTES;

  private final String name;
  private final DiskFile file;

  RunFile(String name, DiskFile file) {
    this.name = name;
    this.file = file;
  }

  String name() {
    return name;
  }

  /** Reads the head. */
  ByteBuffer head() {
    long size = size();
    if (size < HEADER_BYTES + FOOTER_BYTES) {
      throw damaged("it has " + size + " bytes", null);
    }
    ByteBuffer header = read(0, HEADER_BYTES);
    if (header.getInt() != MAGIC || header.get() != VERSION) {
      throw damaged("its version is not supported", null);
    }
    ByteBuffer footer = read(size - FOOTER_BYTES, FOOTER_BYTES);
    long at = footer.getLong();
    int length = footer.getInt();
    int checksum = footer.getInt();
    if (footer.getInt() != MAGIC || at < 0 || length < 0 || at + length + FOOTER_BYTES != size) {
      throw damaged("its end is missing", null);
    }
    return read(at, length, checksum);
  }

  /** Reads bytes that must have a checksum. */
  ByteBuffer read(long at, int length, int checksum) {
    ByteBuffer bytes = read(at, length);
    if (RunBytes.checksum(bytes) != checksum) {
      throw damaged("wrong checksum at byte " + at, null);
    }
    return bytes;
  }

  /** Reads bytes whose checksums the caller compares. */
  ByteBuffer read(long at, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    try {
      if (file.read(bytes, at) < length) {
        throw damaged("it is too short", null);
      }
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot read the ledger's index file " + name, failure);
    }
    return bytes.flip();
  }

  private long size() {
    try {
      return file.size();
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot read the ledger's index file " + name, failure);
    }
  }

  DamagedRunException damaged(String message, @Nullable Throwable cause) {
    return new DamagedRunException(name, message, cause);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot close the ledger's index file " + name, failure);
    }
  }
}
