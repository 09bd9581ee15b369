package io.postrider.client.json;

import java.nio.charset.StandardCharsets;

/** ASCII strings as bytes. */
public final class Ascii {
  private Ascii() {}

  /** The bytes of a string that has only ASCII characters. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
