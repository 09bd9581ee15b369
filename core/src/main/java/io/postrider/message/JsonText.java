package io.postrider.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Decodes the bytes of JSON strings. Ranges exclude the quotes. */
final class JsonText {

  /** Larger integers are ordinary keys in JavaScript. */
  static final long LAST_INTEGER_KEY = 4_294_967_294L;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private JsonText() {}

  /** Eight bytes as a little-endian number. */
  static long word(byte[] bytes, int from) {
    return (long) WORD.get(bytes, from);
  }

  /** Stores eight bytes given as a little-endian number. */
  static void putWord(byte[] bytes, int at, long word) {
    WORD.set(bytes, at, word);
  }

  /** Fewer than eight bytes as a little-endian number. */
  static long shortWord(byte[] bytes, int from, int length) {
    if (from + 8 <= bytes.length) {
      // Shifted twice, because shifting by 64 would not shift at all.
      return word(bytes, from) & (-1L >>> 1 >>> (63 - 8 * length));
    }
    long word = 0;
    for (int i = length - 1; i >= 0; i--) {
      word = word << 8 | (bytes[from + i] & 0xFF);
    }
    return word;
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** The index of the first byte that is not a digit. */
  static int digitsEnd(byte[] bytes, int from, int limit) {
    int i = from;
    while (i < limit && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i;
  }

  /** The value of a key that JavaScript treats as an integer, or -1. */
  static long integerKey(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0 || length > 10 || bytes[from] > '9' || (bytes[from] == '0' && length > 1)) {
      return -1;
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number <= LAST_INTEGER_KEY ? number : -1;
  }

  /** The value of four hexadecimal digits, or -1 if invalid. */
  static int hex4(byte[] bytes, int at) {
    int value = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = bytes[i] < 0 ? -1 : Character.digit(bytes[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /**
   * Whether JavaScript writes a UTF-16 unit as the escape at an index: a control character without
   * a short escape, or an unpaired surrogate, in lower case.
   */
  static boolean isCanonicalEscape(byte[] bytes, int at, int unit) {
    boolean needed = (unit < ' ' && shortEscape(unit) == 0) || Character.isSurrogate((char) unit);
    if (!needed) {
      return false;
    }
    for (int i = at + 2; i < at + 6; i++) {
      if (bytes[i] >= 'A' && bytes[i] <= 'F') {
        return false;
      }
    }
    return true;
  }

  /** The letter of the short escape for a character, or 0 if there is none. */
  static int shortEscape(int character) {
    return switch (character) {
      case '"' -> '"';
      case '\\' -> '\\';
      case '\b' -> 'b';
      case '\f' -> 'f';
      case '\n' -> 'n';
      case '\r' -> 'r';
      case '\t' -> 't';
      default -> 0;
    };
  }

  /** The character of a short escape. */
  static int escapedCharacter(int letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> letter;
    };
  }

  /** The length of the UTF-8 sequence at an index, or 0 if invalid. */
  static int utf8Length(byte[] bytes, int at, int limit) {
    int lead = bytes[at] & 0xFF;
    if (lead < 0x80) {
      return 1;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || at + length > limit) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** The text of a valid string. A lone surrogate escape becomes a lone surrogate. */
  static String decode(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      int c = bytes[i] & 0xFF;
      if (c == '\\' && bytes[i + 1] == 'u') {
        text.append((char) hex4(bytes, i + 2));
        i += 6;
      } else if (c == '\\') {
        text.append((char) escapedCharacter(bytes[i + 1]));
        i += 2;
      } else if (c < 0x80) {
        text.append((char) c);
        i++;
      } else {
        int length = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        int point = c & (0xFF >> (length + 1));
        for (int j = 1; j < length; j++) {
          point = point << 6 | (bytes[i + j] & 0x3F);
        }
        text.appendCodePoint(point);
        i += length;
      }
    }
    return text.toString();
  }

  /** The number of code points of a canonical string; stops counting past a bound. */
  static int characters(byte[] bytes, int from, int to, int bound) {
    int count = 0;
    int i = from;
    while (i < to && count <= bound) {
      byte c = bytes[i];
      if (c == '\\') {
        i += bytes[i + 1] == 'u' ? 6 : 2;
      } else if (c >= 0) {
        i++;
      } else {
        i += (c & 0xFF) < 0xE0 ? 2 : (c & 0xFF) < 0xF0 ? 3 : 4;
      }
      count++;
    }
    return count;
  }
}
