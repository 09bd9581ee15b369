package io.postrider.server.commands.importer;

import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The input of an import, decompressed if it is gzip. Belongs to one thread.
 *
 * @param stream the decompressed bytes
 * @param size of the file; 0 if it is unknown
 */
public record ImportInput(String name, InputStream stream, long size, Counter read)
    implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int[] GZIP = {0x1f, 0x8b};

  /** Counts the bytes that were read, still compressed. */
  public static final class Counter extends FilterInputStream {

    private long count;

    Counter(InputStream in) {
      super(in);
    }

    /** The bytes so far. */
    public long count() {
      return count;
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      count += one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int some = super.read(to, from, length);
      count += Math.max(0, some);
      return some;
    }
  }

  /** Opens a file. */
  public static ImportInput open(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new StartException("Cannot read %s: it is a folder.".formatted(file));
      }
      long size = Files.isRegularFile(file) ? Files.size(file) : 0;
      return of(file.toString(), Files.newInputStream(file), size);
    } catch (IOException e) {
      throw new StartException("Cannot read %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
  }

  /** Reads a stream. */
  public static ImportInput of(String name, InputStream in, long size) throws IOException {
    Counter counter = new Counter(in);
    BufferedInputStream buffered = new BufferedInputStream(counter, BUFFER_BYTES);
    buffered.mark(GZIP.length);
    boolean zipped = buffered.read() == GZIP[0] && buffered.read() == GZIP[1];
    buffered.reset();
    InputStream plain = zipped ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered;
    return new ImportInput(name, plain, size, counter);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
