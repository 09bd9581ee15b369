package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file of the local file system. Thread-safe.
 *
 * <p>Java closes a {@link FileChannel} for all threads if one thread is interrupted during an
 * operation. So reads use their own channel and reopen it after an interrupt.
 */
final class FolderFile implements DiskFile {

  /** Bounds the direct buffer that Java caches per thread for reads into heap buffers. */
  private static final int PIECE_BYTES = 256 * 1024;

  private final Path path;
  private @Nullable FileChannel writing;
  private @Nullable FileChannel reading;
  private boolean closed;

  FolderFile(Path path, @Nullable FileChannel writing) {
    this.path = path;
    this.writing = writing;
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    int start = into.position();
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel channel = reading();
        try {
          readPieces(channel, into, position + into.position() - start);
          return into.position() - start;
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(channel);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void readPieces(FileChannel channel, ByteBuffer into, long position)
      throws IOException {
    int limit = into.limit();
    long at = position;
    try {
      while (into.position() < limit) {
        into.limit(Math.min(limit, into.position() + PIECE_BYTES));
        int read = channel.read(into, at);
        if (read < 0) {
          return;
        }
        at += read;
      }
    } finally {
      into.limit(limit);
    }
  }

  @Override
  public void write(ByteBuffer from, long position) throws IOException {
    FileChannel channel = writing();
    long at = position;
    try {
      while (from.hasRemaining()) {
        at += channel.write(from, at);
      }
    } catch (IOException e) {
      throw FolderDisk.classify(e);
    }
  }

  @Override
  public void sync() throws IOException {
    try {
      writing().force(false);
    } catch (IOException e) {
      throw FolderDisk.classify(e);
    }
  }

  @Override
  public long size() throws IOException {
    return Files.size(path);
  }

  @Override
  public void truncate(long sizeBytes) throws IOException {
    try {
      writing().truncate(sizeBytes);
    } catch (IOException e) {
      throw FolderDisk.classify(e);
    }
  }

  private synchronized FileChannel writing() throws IOException {
    requireOpen();
    if (writing == null) {
      writing = FileChannel.open(path, StandardOpenOption.WRITE);
    }
    return writing;
  }

  private synchronized FileChannel reading() throws IOException {
    requireOpen();
    if (reading == null) {
      reading = FileChannel.open(path, StandardOpenOption.READ);
    }
    return reading;
  }

  private synchronized void reopen(FileChannel broken) throws IOException {
    requireOpen();
    if (broken.equals(reading)) {
      reading = FileChannel.open(path, StandardOpenOption.READ);
    }
  }

  private void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try {
      if (writing != null) {
        writing.close();
      }
    } finally {
      if (reading != null) {
        reading.close();
      }
    }
  }
}
