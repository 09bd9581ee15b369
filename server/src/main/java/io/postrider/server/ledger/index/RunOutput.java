package io.postrider.server.ledger.index;

import io.postrider.log.embedded.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Appends to a new run file through a buffer. Belongs to one thread. */
final class RunOutput {

  private static final int BUFFER_BYTES = 256 * 1024;

  private final DiskFile file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private long written;

  RunOutput(DiskFile file) {
    this.file = file;
  }

  /** Where the next byte goes. */
  long position() {
    return written + buffer.position();
  }

  void put(RunBytes bytes) {
    ByteBuffer view = bytes.view();
    while (view.hasRemaining()) {
      int piece = Math.min(view.remaining(), buffer.remaining());
      buffer.put(view.slice(view.position(), piece));
      view.position(view.position() + piece);
      if (!buffer.hasRemaining()) {
        flush();
      }
    }
  }

  /** Writes what the buffer has, and makes the file durable. */
  void finish() {
    flush();
    try {
      file.sync();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void flush() {
    buffer.flip();
    int length = buffer.remaining();
    try {
      file.write(buffer, written);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    written += length;
    buffer.clear();
  }
}
