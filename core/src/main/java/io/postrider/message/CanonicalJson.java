package io.postrider.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Skips and writes canonical JSON, which {@link JsonScanner} defines. */
public final class CanonicalJson {

  private CanonicalJson() {}

  /** The canonical bytes of a string, without the quotes. */
  public static byte[] stringBytes(String text) {
    ByteBuilder out = new ByteBuilder(text.length() + 8);
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      out.addEscaped(point);
      i += Character.charCount(point);
    }
    return Arrays.copyOf(out.array(), out.length());
  }

  public static String quoted(String text) {
    return '"' + new String(stringBytes(text), StandardCharsets.UTF_8) + '"';
  }

  /**
   * A valid number as JavaScript prints it after parsing it; unchanged if that is not exact.
   *
   * <p>Takes time linear in the length of the text, whatever the exponent.
   */
  public static String number(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    JsNumber number = new JsNumber();
    int length = number.print(bytes, 0, bytes.length);
    return length < 0 ? text : new String(number.text(), 0, length, StandardCharsets.US_ASCII);
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
