package io.postrider.client.json;

import java.util.Arrays;

/**
 * A growing UTF-8 buffer with a limit that writes JSON tokens. Used by one thread.
 *
 * <p>Strings are escaped exactly as {@code JSON.stringify} does, including lone surrogates, so that
 * the service stores them unchanged.
 */
public class JsonBuffer {
  private static final int START_BYTES = 1024;
  private static final int MAX_ESCAPE_LENGTH = 6;
  private static final byte[] HEX = Ascii.bytes("0123456789abcdef");
  private static final byte[] SMALLEST_LONG = Ascii.bytes("-9223372036854775808");

  private final int limitBytes;
  private byte[] bytes = new byte[START_BYTES];
  private int length;

  JsonBuffer(int limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** The number of bytes written. */
  public final int length() {
    return length;
  }

  /** The size of the buffer in memory, in bytes. */
  public final int capacity() {
    return bytes.length;
  }

  /** A copy of the written bytes. */
  public final byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** Empties the buffer, and shrinks it if it is larger than a size. */
  public void clear(int keepBytes) {
    length = 0;
    if (bytes.length > keepBytes) {
      bytes = new byte[START_BYTES];
    }
  }

  /** Truncates the buffer. */
  final void cutTo(int newLength) {
    length = newLength;
  }

  /** Writes bytes unchanged. */
  public final void raw(byte[] text) {
    reserve(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
    check();
  }

  /** Writes one ASCII character unchanged. */
  public final void raw(char character) {
    reserve(1);
    bytes[length++] = (byte) character;
    check();
  }

  /** Writes ASCII text without quotes and escapes. */
  public final void ascii(String text) {
    int count = text.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += count;
    check();
  }

  /** Writes an integer. */
  public final void integer(long value) {
    if (value == Long.MIN_VALUE) {
      raw(SMALLEST_LONG);
      return;
    }
    reserve(SMALLEST_LONG.length);
    long rest = value;
    if (rest < 0) {
      bytes[length++] = '-';
      rest = -rest;
    }
    int end = length + digits(rest);
    int at = end;
    do {
      bytes[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    length = end;
    check();
  }

  private static int digits(long value) {
    int count = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      count++;
    }
    return count;
  }

  /** Writes a string in quotes. */
  public final void string(CharSequence text) {
    int count = text.length();
    if (count > limitBytes) {
      throw new JsonTooLongException(limitBytes); // before the buffer grows
    }
    reserve(count + 2);
    bytes[length++] = '"';
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
        bytes[length++] = (byte) c;
      } else {
        reserve(MAX_ESCAPE_LENGTH + count - i);
        i += special(text, i, c);
      }
    }
    reserve(1);
    bytes[length++] = '"';
    check();
  }

  /**
   * Writes a character that is not a single plain byte; returns how many further characters it
   * used.
   */
  private int special(CharSequence text, int at, char c) {
    if (c < ' ' || c == '"' || c == '\\') {
      escape(c);
    } else if (c < 0x80) {
      bytes[length++] = (byte) c;
    } else if (c < 0x800) {
      bytes[length++] = (byte) (0xc0 | c >> 6);
      continuation(c);
    } else if (!Character.isSurrogate(c)) {
      bytes[length++] = (byte) (0xe0 | c >> 12);
      continuation(c >> 6);
      continuation(c);
    } else if (Character.isHighSurrogate(c)
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1))) {
      int point = Character.toCodePoint(c, text.charAt(at + 1));
      bytes[length++] = (byte) (0xf0 | point >> 18);
      continuation(point >> 12);
      continuation(point >> 6);
      continuation(point);
      return 1;
    } else {
      unicode(c);
    }
    return 0;
  }

  private void continuation(int bits) {
    bytes[length++] = (byte) (0x80 | (bits & 0x3f));
  }

  private void escape(char c) {
    char letter = shortEscape(c);
    if (letter == 0) {
      unicode(c);
    } else {
      bytes[length++] = '\\';
      bytes[length++] = (byte) letter;
    }
  }

  private static char shortEscape(char c) {
    switch (c) {
      case '"':
      case '\\':
        return c;
      case '\b':
        return 'b';
      case '\f':
        return 'f';
      case '\n':
        return 'n';
      case '\r':
        return 'r';
      case '\t':
        return 't';
      default:
        return 0;
    }
  }

  private void unicode(char c) {
    bytes[length++] = '\\';
    bytes[length++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[c >> shift & 0xf];
    }
  }

  private void reserve(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
    }
  }

  private void check() {
    if (length > limitBytes) {
      throw new JsonTooLongException(limitBytes);
    }
  }
}
