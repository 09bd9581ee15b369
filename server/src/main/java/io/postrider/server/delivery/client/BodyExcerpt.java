package io.postrider.server.delivery.client;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** As much of a long body as is shown, without half a character at its end. Pure. */
public final class BodyExcerpt {

  private static final int LONGEST_CHARACTER_BYTES = 4;

  private BodyExcerpt() {}

  /** The first bytes as text; bytes that are no UTF-8 show as U+FFFD. */
  public static String text(Buffer bytes, int mostBytes) {
    return bytes.length() <= mostBytes
        ? bytes.toString(StandardCharsets.UTF_8)
        : cut(bytes, mostBytes);
  }

  /** The text of so many bytes, behind which there is more. */
  static String cut(Buffer bytes, int lengthBytes) {
    int end = lengthBytes;
    int earliest = Math.max(0, lengthBytes - LONGEST_CHARACTER_BYTES + 1);
    for (int at = lengthBytes - 1; at >= earliest; at--) {
      int needs = lengthOfCharacter(bytes.getByte(at) & 0xFF);
      if (needs > 0) {
        end = at + needs > lengthBytes ? at : lengthBytes;
        break;
      }
    }
    return bytes.getString(0, end, StandardCharsets.UTF_8.name());
  }

  /** How many bytes a character has by its first one; 0 if this is none. */
  private static int lengthOfCharacter(int first) {
    if (first < 0x80) {
      return 1;
    }
    if (first < 0xC0) {
      return 0;
    }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : LONGEST_CHARACTER_BYTES;
  }
}
