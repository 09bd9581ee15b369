package io.postrider.id;

import java.util.OptionalLong;

/** How the 64 random bits of an id are written: a prefix and thirteen letters and digits. */
public final class IdText {

  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int LENGTH = 13;

  private IdText() {}

  /** Parses the bits of an ID with a prefix; empty if the text is not one. */
  public static OptionalLong parse(String prefix, String text) {
    if (text.length() != prefix.length() + LENGTH || !text.startsWith(prefix)) {
      return OptionalLong.empty();
    }
    long bits = 0;
    for (int i = prefix.length(); i < text.length(); i++) {
      int digit = ALPHABET.indexOf(text.charAt(i));
      if (digit < 0 || (i == prefix.length() && digit > 15)) {
        return OptionalLong.empty();
      }
      bits = bits << 5 | digit;
    }
    return OptionalLong.of(bits);
  }

  /** Formats an ID. */
  public static String write(String prefix, long bits) {
    StringBuilder text = new StringBuilder(prefix);
    for (int shift = 5 * (LENGTH - 1); shift >= 0; shift -= 5) {
      text.append(ALPHABET.charAt((int) (bits >>> shift) & 31));
    }
    return text.toString();
  }
}
