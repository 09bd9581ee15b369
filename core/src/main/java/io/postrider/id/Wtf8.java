package io.postrider.id;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Converts strings to and from WTF-8: UTF-8 in which an unpaired surrogate takes three bytes. Any
 * two strings have different bytes, so every database can store user IDs and compare them as bytes.
 * Pure.
 */
public final class Wtf8 {

  private Wtf8() {}

  public static byte[] encode(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return encodeCodePoints(text);
      }
    }
    return text.getBytes(UTF_8);
  }

  private static byte[] encodeCodePoints(String text) {
    byte[] out = new byte[3 * text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        out[length++] = (byte) (0xE0 | point >> 12);
        out[length++] = (byte) (0x80 | (point >> 6 & 0x3F));
        out[length++] = (byte) (0x80 | (point & 0x3F));
      } else {
        byte[] bytes = Character.toString(point).getBytes(UTF_8);
        System.arraycopy(bytes, 0, out, length, bytes.length);
        length += bytes.length;
        i += Character.charCount(point) - 1;
      }
    }
    return Arrays.copyOf(out, length);
  }

  /** Returns the string that {@link #encode} was given. */
  public static String decode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      boolean surrogate =
          (bytes[i] & 0xFF) == 0xED && i + 2 < bytes.length && (bytes[i + 1] & 0x20) != 0;
      if (surrogate) {
        text.append(new String(bytes, from, i - from, UTF_8));
        text.append((char) (0xD000 | (bytes[i + 1] & 0x3F) << 6 | (bytes[i + 2] & 0x3F)));
        i += 2;
        from = i + 1;
      }
    }
    return text.append(new String(bytes, from, bytes.length - from, UTF_8)).toString();
  }

  /** Returns a bound above all encoded strings that start with these bytes. */
  public static byte[] prefixEnd(byte[] prefix) {
    byte[] end = Arrays.copyOf(prefix, prefix.length + 1);
    end[prefix.length] = (byte) 0xFF; // occurs in no encoded string
    return end;
  }
}
