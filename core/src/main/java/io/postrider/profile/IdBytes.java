package io.postrider.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Ids of people as bytes: UTF-8, in which also halves of surrogate pairs have their three bytes, so
 * that any two ids differ. Pure.
 */
public final class IdBytes {

  private IdBytes() {}

  /** The bytes of an id. */
  public static byte[] of(String id) {
    for (int i = 0; i < id.length(); i++) {
      if (Character.isSurrogate(id.charAt(i))) {
        return pointByPoint(id);
      }
    }
    return id.getBytes(UTF_8);
  }

  private static byte[] pointByPoint(String id) {
    byte[] out = new byte[3 * id.length()];
    int length = 0;
    for (int i = 0; i < id.length(); i++) {
      int point = id.codePointAt(i);
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

  /** The id of such bytes. */
  public static String text(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      boolean half =
          (bytes[i] & 0xFF) == 0xED && i + 2 < bytes.length && (bytes[i + 1] & 0x20) != 0;
      if (half) {
        text.append(new String(bytes, from, i - from, UTF_8));
        text.append((char) (0xD000 | (bytes[i + 1] & 0x3F) << 6 | (bytes[i + 2] & 0x3F)));
        i += 2;
        from = i + 1;
      }
    }
    return text.append(new String(bytes, from, bytes.length - from, UTF_8)).toString();
  }
}
