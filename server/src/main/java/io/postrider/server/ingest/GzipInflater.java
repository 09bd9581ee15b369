package io.postrider.server.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Decompresses gzip bodies up to a limit. */
final class GzipInflater {

  private GzipInflater() {}

  /**
   * The decompressed bytes, one more than the limit if there are more; null if the input is not
   * valid gzip.
   */
  static byte @Nullable [] gunzip(byte[] packed, int length, int limit) {
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(packed, 0, length), 8_192)) {
      return in.readNBytes(limit + 1);
    } catch (IOException e) {
      return null;
    }
  }
}
