package io.postrider.client.json;

import java.nio.charset.StandardCharsets;

/** Texts of plain ASCII as bytes. */
public final class Ascii {
  private Ascii() {}

  /** The bytes of a text that has no other characters. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
