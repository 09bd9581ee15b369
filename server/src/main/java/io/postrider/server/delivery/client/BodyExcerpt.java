package io.postrider.server.delivery.client;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** Cuts long bodies for display, at a character boundary. Pure. */
public final class BodyExcerpt {

  private static final int MAX_CHARACTER_BYTES = 4;

  private BodyExcerpt() {}

  /** The first bytes as text; invalid UTF-8 becomes U+FFFD. */
  public static String text(Buffer bytes, int maxBytes) {
    return bytes.length() <= maxBytes
        ? bytes.toString(StandardCharsets.UTF_8)
        : excerpt(bytes, maxBytes);
  }

  /** The text of the first bytes of a longer body. */
  static String excerpt(Buffer bytes, int lengthBytes) {
    int end = lengthBytes;
    int earliest = Math.max(0, lengthBytes - MAX_CHARACTER_BYTES + 1);
    for (int at = lengthBytes - 1; at >= earliest; at--) {
      int needs = lengthOfCharacter(bytes.getByte(at) & 0xFF);
      if (needs > 0) {
        end = at + needs > lengthBytes ? at : lengthBytes;
        break;
      }
    }
    return bytes.getString(0, end, StandardCharsets.UTF_8.name());
  }

  /** The length of a character by its first byte; 0 if this is not a first byte. */
  private static int lengthOfCharacter(int first) {
    if (first < 0x80) {
      return 1;
    }
    if (first < 0xC0) {
      return 0;
    }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : MAX_CHARACTER_BYTES;
  }
}
