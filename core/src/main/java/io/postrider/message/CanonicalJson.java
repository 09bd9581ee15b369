package io.postrider.message;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Skips and writes canonical JSON: no white space, no duplicate keys, and only the necessary
 * escapes. {@link JsonScanner} defines it.
 */
public final class CanonicalJson {

  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private CanonicalJson() {}

  /** The canonical bytes of a string, without the quotes. */
  public static byte[] stringBytes(String text) {
    ByteBuilder out = new ByteBuilder(text.length() + 8);
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      int letter = JsonText.shortEscape(point);
      if (letter != 0) {
        out.add('\\');
        out.add(letter);
      } else if (point < ' ' || isSurrogate(point)) {
        out.add('\\');
        out.add('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.add(HEX[point >> shift & 15]);
        }
      } else {
        out.addCharacter(point);
      }
      i += Character.charCount(point);
    }
    return Arrays.copyOf(out.array(), out.length());
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  /**
   * The index after the value at an index.
   *
   * @param end the index of the last byte of the enclosing object or array
   */
  static int afterValue(ByteBuffer json, int from, int end) {
    byte first = json.get(from);
    if (first == '"') {
      return afterText(json, from);
    }
    if (first == '{' || first == '[') {
      return afterNested(json, from);
    }
    int at = from;
    while (at < end && json.get(at) != ',') {
      at++;
    }
    return at;
  }

  private static int afterNested(ByteBuffer json, int from) {
    int depth = 0;
    int at = from;
    do {
      byte b = json.get(at);
      if (b == '"') {
        at = afterText(json, at);
        continue;
      }
      if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
      at++;
    } while (depth > 0);
    return at;
  }

  /** The index after the string whose opening quote is at an index. */
  static int afterText(ByteBuffer json, int from) {
    int at = from + 1;
    byte b = json.get(at);
    while (b != '"') {
      at += b == '\\' ? 2 : 1;
      b = json.get(at);
    }
    return at + 1;
  }
}
