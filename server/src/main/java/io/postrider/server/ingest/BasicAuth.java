package io.postrider.server.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Reads the write key of an {@code Authorization: Basic} header. */
final class BasicAuth {

  private static final String SCHEME = "Basic ";

  private BasicAuth() {}

  /** Whether a header uses the Basic scheme; others, such as Bearer, hold no write key. */
  static boolean present(@Nullable String header) {
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /** The user name, with optional colon and password; null if the header is malformed. */
  static @Nullable String writeKey(String header) {
    String encoded = header.substring(SCHEME.length()).strip();
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(encoded);
    } catch (IllegalArgumentException e) {
      return null;
    }
    String text = new String(decoded, StandardCharsets.UTF_8);
    int colon = text.indexOf(':');
    return colon < 0 ? text : text.substring(0, colon);
  }
}
