package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file, read and written by position. Safe to call from any thread. */
public interface DiskFile extends Closeable {

  /** Reads until the buffer or the file is at its end; says how many bytes that were. */
  int read(ByteBuffer into, long position) throws IOException;

  /** Writes all that remains in the buffer. */
  void write(ByteBuffer from, long position) throws IOException;

  /** Makes the bytes written so far durable. After a failure none of them is to be trusted. */
  void sync() throws IOException;

  long size() throws IOException;

  /** Cuts off what lies beyond a size; does nothing to a shorter file. */
  void truncate(long sizeBytes) throws IOException;

  @Override
  void close() throws IOException;
}
