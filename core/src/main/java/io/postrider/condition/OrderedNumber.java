package io.postrider.condition;

/**
 * An order-preserving text encoding of numbers: comparing two such texts compares the numbers, and
 * equal numbers have equal texts. A database can compare numbers of any size without rounding.
 * Pure.
 *
 * <p>All characters are ASCII letters, digits, or {@code ~}. The first one is the sign: {@code 0}
 * negative, {@code 1} zero, {@code 2} positive. Then comes the exponent in as many digits as it
 * has, after a letter for the number of its digits ({@code a} for one, {@code b} for two, and so
 * on; if it is negative, {@code P} for one, {@code O} for two, and every digit subtracted from
 * nine). Last come the digits after the point. In a negative number the exponent is negated, every
 * digit is subtracted from nine, and {@code ~} ends it, so that more digits come before fewer.
 */
public final class OrderedNumber {

  private static final char NEGATIVE = '0';
  private static final char ZERO = '1';
  private static final char POSITIVE = '2';
  private static final char END = '~';

  /** Numbers between these powers of ten are written without an exponent, as in JavaScript. */
  private static final int FIRST_PLAIN = -6;

  private static final int LAST_PLAIN = 21;

  private OrderedNumber() {}

  public static String of(Decimal number) {
    StringBuilder out = new StringBuilder();
    switch (number.sign()) {
      case 0 -> out.append(ZERO);
      case 1 -> {
        out.append(POSITIVE);
        addExponent(number.exponent(), out);
        out.append(number.digits());
      }
      default -> {
        out.append(NEGATIVE);
        addExponent(-number.exponent(), out);
        addComplement(number.digits(), out);
        out.append(END);
      }
    }
    return out.toString();
  }

  public static String of(long number) {
    return of(Decimal.of(Long.toString(number)));
  }

  private static void addExponent(long exponent, StringBuilder out) {
    String digits = Long.toString(Math.abs(exponent));
    if (exponent >= 0) {
      out.append((char) ('a' + digits.length() - 1)).append(digits);
    } else {
      out.append((char) ('Q' - digits.length()));
      addComplement(digits, out);
    }
  }

  private static void addComplement(String digits, StringBuilder out) {
    for (int i = 0; i < digits.length(); i++) {
      out.append((char) ('0' + '9' - digits.charAt(i)));
    }
  }

  /**
   * Decodes a text to a JSON number.
   *
   * @throws IllegalArgumentException if the text is not an encoded number
   */
  public static String decode(String ordered) {
    if (ordered.length() == 1 && ordered.charAt(0) == ZERO) {
      return "0";
    }
    if (ordered.length() < 4) {
      throw new IllegalArgumentException("not an ordered number");
    }
    char letter = ordered.charAt(1);
    boolean positive = letter >= 'a' && letter <= 'p';
    int length = positive ? letter - 'a' + 1 : 'Q' - letter;
    if (length < 1 || length > 16 || 2 + length >= ordered.length()) {
      throw new IllegalArgumentException("not an ordered number");
    }
    String exponentDigits = ordered.substring(2, 2 + length);
    long exponent =
        positive ? Long.parseLong(exponentDigits) : -Long.parseLong(complement(exponentDigits));
    String digits = ordered.substring(2 + length);
    return ordered.charAt(0) == NEGATIVE
        ? "-" + json(complement(digits.substring(0, digits.length() - 1)), -exponent)
        : json(digits, exponent);
  }

  private static String complement(String digits) {
    StringBuilder out = new StringBuilder(digits.length());
    addComplement(digits, out);
    return out.toString();
  }

  private static String json(String digits, long exponent) {
    int count = digits.length();
    if (exponent > LAST_PLAIN || exponent <= FIRST_PLAIN) {
      String rest = count > 1 ? "." + digits.substring(1) : "";
      return digits.charAt(0) + rest + "e" + (exponent > 0 ? "+" : "") + (exponent - 1);
    }
    int point = (int) exponent;
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    return point >= count
        ? digits + "0".repeat(point - count)
        : digits.substring(0, point) + "." + digits.substring(point);
  }
}
