package io.postrider.id;

import java.util.Optional;
import java.util.function.LongFunction;

/** The text of an ID of 64 random bits: a prefix and thirteen letters and digits. */
public final class IdText {

  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int LENGTH = 13;

  private IdText() {}

  /** Parses an ID with a prefix and creates it from its bits; empty if the text is not one. */
  public static <T> Optional<T> parse(String prefix, String text, LongFunction<T> id) {
    if (text.length() != prefix.length() + LENGTH || !text.startsWith(prefix)) {
      return Optional.empty();
    }
    long bits = 0;
    for (int i = prefix.length(); i < text.length(); i++) {
      int digit = ALPHABET.indexOf(text.charAt(i));
      if (digit < 0 || (i == prefix.length() && digit > 15)) {
        return Optional.empty();
      }
      bits = bits << 5 | digit;
    }
    return Optional.of(id.apply(bits));
  }

  public static String write(String prefix, long bits) {
    StringBuilder text = new StringBuilder(prefix);
    for (int shift = 5 * (LENGTH - 1); shift >= 0; shift -= 5) {
      text.append(ALPHABET.charAt((int) (bits >>> shift) & 31));
    }
    return text.toString();
  }
}
