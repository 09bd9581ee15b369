package io.postrider.server.ops;

import java.util.stream.Collectors;

/**
 * Escapes the characters of a text from outside that a terminal or a log reader does not show as
 * they are: control characters, line and paragraph separators, format characters such as those that
 * change the direction of text, and unpaired surrogates. Pure.
 *
 * <p>Without it, a value from outside could forge lines, or move the cursor of a terminal.
 */
public final class TerminalText {

  private static final String HEX = "0123456789abcdef";

  private TerminalText() {}

  /** Adds a text, escaped as in Java and JSON: {@code \n}, {@code \u001b}. */
  static void add(CharSequence text, StringBuilder out) {
    for (int i = 0; i < text.length(); ) {
      int point = Character.codePointAt(text, i);
      int length = Character.charCount(point);
      if (isPlain(point)) {
        out.appendCodePoint(point);
      } else {
        for (int at = i; at < i + length; at++) {
          escape(text.charAt(at), out);
        }
      }
      i += length;
    }
  }

  /** The text, escaped. */
  public static String of(CharSequence text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    add(text, out);
    return out.toString();
  }

  /** The text with every line escaped. */
  public static String ofLines(String text) {
    return text.lines().map(TerminalText::of).collect(Collectors.joining("\n"));
  }

  private static boolean isPlain(int point) {
    if (point >= ' ' && point < 0x7f) {
      return true;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static void escape(char c, StringBuilder out) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX.charAt(c >> shift & 15));
        }
      }
    }
  }
}
