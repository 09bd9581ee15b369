package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file with positional reads and writes. Thread-safe. */
public interface DiskFile extends Closeable {

  /** Reads until the buffer is full or the file ends; returns the number of bytes read. */
  int read(ByteBuffer into, long position) throws IOException;

  /** Writes all remaining bytes of the buffer. */
  void write(ByteBuffer from, long position) throws IOException;

  /**
   * Makes the bytes written so far durable. After a failure, none of the bytes written since the
   * last successful sync can be trusted.
   */
  void sync() throws IOException;

  long size() throws IOException;

  /** Truncates the file to a size; does nothing if the file is shorter. */
  void truncate(long sizeBytes) throws IOException;

  @Override
  void close() throws IOException;
}
