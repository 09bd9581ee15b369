package io.postrider.server.database;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Any text in two columns: one that every database can store, and the exact code units if that one
 * cannot (NUL, unpaired surrogates).
 */
public final class ExactText {

  private static final char REPLACEMENT = '\ufffd';

  private ExactText() {}

  /** The text with U+FFFD for each character that a column cannot store. */
  public static String readable(String text) {
    StringBuilder readable = new StringBuilder(text.length());
    text.codePoints().forEach(c -> readable.appendCodePoint(holds(c) ? c : REPLACEMENT));
    return readable.toString();
  }

  /** The code units of a text that {@link #readable} would change; null for any other. */
  public static byte @Nullable [] exact(String text) {
    if (text.codePoints().allMatch(ExactText::holds)) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  /** The text of the two columns. */
  public static String read(String readable, byte @Nullable [] exact) {
    if (exact == null) {
      return readable;
    }
    return ByteBuffer.wrap(exact).asCharBuffer().toString();
  }

  private static boolean holds(int codePoint) {
    return codePoint != 0
        && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
  }
}
