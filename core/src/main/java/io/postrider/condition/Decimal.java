package io.postrider.condition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A JSON number, compared by its exact value without rounding, so that IDs of nineteen digits and
 * amounts of money compare correctly. Immutable.
 *
 * <p>The value is a sign, and {@code 0.d₁d₂d₃…} times a power of ten, without zeroes at either end
 * of the digits. Comparing walks the digits, independent of the exponent: a hostile {@code
 * 1e999999999} costs no more than its ten characters.
 */
public final class Decimal implements Comparable<Decimal> {

  /** Maximum exponent; larger ones are clamped, and no message is long enough for a difference. */
  private static final long MAX_EXPONENT = 1_000_000_000_000_000L;

  private final String text;
  private final int sign;
  private final long exponent;
  private final byte[] digits;

  private Decimal(String text, int sign, long exponent, byte[] digits) {
    this.text = text;
    this.sign = sign;
    this.exponent = exponent;
    this.digits = digits;
  }

  public static Decimal of(String text) {
    int at = text.startsWith("-") ? 1 : 0;
    byte[] all = new byte[text.length()];
    int count = 0;
    int whole = -1;
    while (at < text.length() && !isExponent(text.charAt(at))) {
      char c = text.charAt(at++);
      if (c == '.') {
        whole = count;
      } else {
        all[count++] = (byte) c;
      }
    }
    long point = (whole < 0 ? count : whole) + exponent(text, at);
    int first = 0;
    while (first < count && all[first] == '0') {
      first++;
    }
    int last = count;
    while (last > first && all[last - 1] == '0') {
      last--;
    }
    if (first == last) {
      return new Decimal(text, 0, 0, new byte[0]);
    }
    int sign = text.startsWith("-") ? -1 : 1;
    return new Decimal(text, sign, point - first, Arrays.copyOfRange(all, first, last));
  }

  private static boolean isExponent(char c) {
    return c == 'e' || c == 'E';
  }

  private static long exponent(String text, int at) {
    if (at == text.length()) {
      return 0;
    }
    int i = at + 1;
    boolean negative = text.charAt(i) == '-';
    if (negative || text.charAt(i) == '+') {
      i++;
    }
    long exponent = 0;
    for (; i < text.length(); i++) {
      exponent = Math.min(MAX_EXPONENT, 10 * exponent + text.charAt(i) - '0');
    }
    return negative ? -exponent : exponent;
  }

  /** -1, 0 or 1. */
  int sign() {
    return sign;
  }

  /** The power of ten that {@code 0.d₁d₂d₃…} is multiplied by; 0 for zero. */
  long exponent() {
    return exponent;
  }

  /** The digits {@code d₁d₂d₃…}; none for zero. */
  String digits() {
    return new String(digits, StandardCharsets.US_ASCII);
  }

  @Override
  public int compareTo(Decimal other) {
    if (sign != other.sign) {
      return Integer.compare(sign, other.sign);
    }
    int size =
        exponent == other.exponent
            ? Arrays.compare(digits, other.digits)
            : Long.compare(exponent, other.exponent);
    return sign * Integer.signum(size);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Decimal that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * sign + Long.hashCode(exponent)) + digits().hashCode();
  }

  /** The number as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
