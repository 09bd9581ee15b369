package io.postrider.server.config;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as {@code 512KiB}, {@code 64MiB} or {@code 10GiB}. */
public record ByteSize(long bytes) {

  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})\\s*([kmgt]?i?b?)");
  private static final Map<String, Integer> SHIFTS =
      Map.of("", 0, "b", 0, "kib", 10, "mib", 20, "gib", 30, "tib", 40);

  /** Parses a size. */
  public static ByteSize parse(String text) {
    Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
    Integer shift = amount.matches() ? SHIFTS.get(amount.group(2)) : null;
    if (shift == null) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size such as 65536, 512KiB, 64MiB or 10GiB");
    }
    long number = Long.parseLong(amount.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("'" + text + "' is too large");
    }
    return new ByteSize(number << shift);
  }
}
