package io.postrider.server.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Unpacks a gzip body, never further than a limit. */
final class GzipInflater {

  private GzipInflater() {}

  /**
   * The unpacked bytes, of which there may be one more than the limit to show that there are more;
   * null if they are not gzip.
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
