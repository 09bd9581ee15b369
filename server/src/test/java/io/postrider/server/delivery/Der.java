package io.postrider.server.delivery;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The parts of DER that a certificate needs. */
final class Der {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  /** A value of any type: tag, length, content. */
  static byte[] value(int tag, byte[]... content) {
    ByteArrayOutputStream inside = new ByteArrayOutputStream();
    for (byte[] part : content) {
      inside.writeBytes(part);
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(tag);
    int length = inside.size();
    if (length < 0x80) {
      whole.write(length);
    } else if (length < 0x100) {
      whole.write(0x81);
      whole.write(length);
    } else {
      whole.write(0x82);
      whole.write(length >> 8);
      whole.write(length);
    }
    whole.writeBytes(inside.toByteArray());
    return whole.toByteArray();
  }

  static byte[] sequence(byte[]... content) {
    return value(0x30, content);
  }

  static byte[] set(byte[]... content) {
    return value(0x31, content);
  }

  static byte[] integer(BigInteger number) {
    return value(0x02, number.toByteArray());
  }

  static byte[] yes() {
    return value(0x01, new byte[] {(byte) 0xFF});
  }

  static byte[] octets(byte[] content) {
    return value(0x04, content);
  }

  static byte[] bits(byte[] content) {
    return value(0x03, new byte[] {0}, content);
  }

  static byte[] utf8(String text) {
    return value(0x0C, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant time) {
    return value(0x18, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier such as {@code 2.5.29.17}. */
  static byte[] identifier(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      int arc = Integer.parseInt(arcs[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arc >> shift != 0) {
          content.write((arc >> shift & 0x7F) | 0x80);
        }
      }
      content.write(arc & 0x7F);
    }
    return value(0x06, content.toByteArray());
  }
}
