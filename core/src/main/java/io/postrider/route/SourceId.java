package io.postrider.route;

import java.util.Optional;

/**
 * The name of a source: 64 random bits, so that a record carries it in eight bytes and no two
 * sources ever share one. Written as {@code src_} and thirteen letters and digits.
 */
public record SourceId(long bits) {

  private static final String PREFIX = "src_";
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int LENGTH = 13;

  /** The id of a text, or nothing if the text is not one. */
  public static Optional<SourceId> parse(String text) {
    if (text.length() != PREFIX.length() + LENGTH || !text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    long bits = 0;
    for (int i = PREFIX.length(); i < text.length(); i++) {
      int digit = ALPHABET.indexOf(text.charAt(i));
      if (digit < 0 || (i == PREFIX.length() && digit > 15)) {
        return Optional.empty();
      }
      bits = bits << 5 | digit;
    }
    return Optional.of(new SourceId(bits));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(PREFIX);
    for (int shift = 5 * (LENGTH - 1); shift >= 0; shift -= 5) {
      text.append(ALPHABET.charAt((int) (bits >>> shift) & 31));
    }
    return text.toString();
  }
}
