package io.postrider.server.database;

import java.io.ByteArrayOutputStream;

/**
 * A user's id as a column of bytes that every database can hold and compares alike: UTF-8, in which
 * half of a surrogate pair takes three bytes of its own.
 *
 * <p>Two ids have the same bytes only if they are the same, and an id that begins like another has
 * bytes that do.
 */
public final class UserIdBytes {

  private UserIdBytes() {}

  public static byte[] of(String userId) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(userId.length() + 8);
    userId.codePoints().forEach(point -> add(bytes, point));
    return bytes.toByteArray();
  }

  private static void add(ByteArrayOutputStream bytes, int point) {
    if (point < 0x80) {
      bytes.write(point);
      return;
    }
    int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    int lead = more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0;
    bytes.write(lead | (point >> (6 * more)));
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6) {
      bytes.write(0x80 | (point >> shift & 0x3F));
    }
  }

  public static String read(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    int i = 0;
    while (i < bytes.length) {
      int lead = bytes[i] & 0xFF;
      int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      int point = length == 1 ? lead : lead & (0xFF >> (length + 1));
      for (int j = 1; j < length; j++) {
        point = point << 6 | (bytes[i + j] & 0x3F);
      }
      text.appendCodePoint(point);
      i += length;
    }
    return text.toString();
  }

  /** What is greater than all that begins with these bytes, and less than all that is beyond. */
  public static byte[] beyond(byte[] prefix) {
    byte[] beyond = java.util.Arrays.copyOf(prefix, prefix.length + 1);
    beyond[prefix.length] = (byte) 0xFF; // occurs in no UTF-8
    return beyond;
  }
}
