package io.postrider.message;

import java.nio.charset.StandardCharsets;

/**
 * Prints JSON numbers as JavaScript does after parsing them, unless that loses precision.
 *
 * <p>Reusable; belongs to one thread. A number is split into at most seventeen significant digits
 * and an exponent. Any decimal of up to fifteen digits survives conversion to a double, so only
 * longer ones are converted. JavaScript never prints more than seventeen digits, so longer numbers
 * stay unchanged. Time is linear in the length of the text and memory is constant.
 */
final class JsNumber {

  /** Integers of up to this many digits are printed without an exponent. */
  static final int PLAIN_DIGITS = 21;

  /** Decimals of up to this many digits survive conversion to a double. */
  static final int EXACT_DIGITS = 15;

  private static final int MAX_DIGITS = 17;
  private static final int MAX_LENGTH = 32;
  private static final int EXPONENT_BOUND = 100_000_000;

  private final byte[] text = new byte[MAX_LENGTH];
  private int length;

  // The last parsed number: 0.DIGITS times ten to the power of point.
  private boolean negative;
  private long digits;
  private int count;
  private long point;
  private boolean tooLong;

  /** Prints a valid number into {@link #text}; returns the length, or -1 if no double equals it. */
  int print(byte[] bytes, int from, int to) {
    length = 0;
    takeApart(bytes, from, to);
    if (count == 0) {
      text[length++] = '0';
      return length;
    }
    if (tooLong || point > 309 || point < -323) {
      return -1;
    }
    boolean exact = count <= EXACT_DIGITS && point < 300 && point > -300;
    if (!exact && !survives()) {
      return -1;
    }
    format();
    return length;
  }

  byte[] text() {
    return text;
  }

  /** Whether a valid number already has the form that {@link #print} gives it. */
  boolean isCanonical(byte[] bytes, int from, int to) {
    int printed = print(bytes, from, to);
    if (printed < 0) {
      return true;
    }
    if (printed != to - from) {
      return false;
    }
    for (int i = 0; i < printed; i++) {
      if (text[i] != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }

  private void takeApart(byte[] bytes, int from, int to) {
    int i = from;
    negative = bytes[i] == '-';
    if (negative) {
      i++;
    }
    digits = 0;
    count = 0;
    point = 0;
    tooLong = false;
    int zeros = 0;
    boolean fraction = false;
    for (; i < to; i++) {
      byte c = bytes[i];
      if (c == '.') {
        fraction = true;
        continue;
      }
      if (c == 'e' || c == 'E') {
        break;
      }
      if (c == '0') {
        if (count == 0) {
          point -= fraction ? 1 : 0;
          continue;
        }
        zeros++;
      } else {
        add(zeros, c - '0');
        zeros = 0;
      }
      point += fraction ? 0 : 1;
    }
    if (i < to) {
      point += exponent(bytes, i + 1, to);
    }
  }

  private void add(int zeros, int digit) {
    if (tooLong || count + zeros + 1 > MAX_DIGITS) {
      tooLong = true;
      return;
    }
    for (int i = 0; i < zeros; i++) {
      digits *= 10;
    }
    digits = 10 * digits + digit;
    count += zeros + 1;
  }

  private static int exponent(byte[] bytes, int from, int to) {
    int i = from;
    boolean minus = bytes[i] == '-';
    if (minus || bytes[i] == '+') {
      i++;
    }
    int exponent = 0;
    for (; i < to && exponent < EXPONENT_BOUND; i++) {
      exponent = 10 * exponent + (bytes[i] - '0');
    }
    return minus ? -exponent : exponent;
  }

  /** Whether JavaScript prints the same digits after parsing them. */
  private boolean survives() {
    long wantedDigits = digits;
    int wantedCount = count;
    long wantedPoint = point;
    boolean wantedSign = negative;
    double number = Double.parseDouble(digits + "E" + (point - count));
    boolean finite = number != 0 && number <= Double.MAX_VALUE;
    if (finite) {
      byte[] shortest = Double.toString(number).getBytes(StandardCharsets.US_ASCII);
      takeApart(shortest, 0, shortest.length);
      if (count == 2 && number < 1e-300) {
        preferOneDigit(number);
      }
    }
    boolean same = digits == wantedDigits && count == wantedCount && point == wantedPoint;
    digits = wantedDigits;
    count = wantedCount;
    point = wantedPoint;
    negative = wantedSign;
    return finite && same;
  }

  /**
   * Java prints at least two digits, JavaScript one where one is enough: 5e-324, which Java prints
   * as 4.9E-324. This affects only the smallest numbers.
   */
  private void preferOneDigit(double number) {
    long down = digits / 10;
    long nearest = digits % 10 >= 5 ? down + 1 : down;
    if (nearest > 0 && Double.parseDouble(nearest + "E" + (point - 1)) == number) {
      digits = nearest == 10 ? 1 : nearest;
      count = 1;
      point += nearest == 10 ? 1 : 0;
    }
  }

  private void format() {
    if (negative) {
      text[length++] = '-';
    }
    int p = (int) point;
    if (p >= count && p <= PLAIN_DIGITS) {
      digits(count);
      zeros(p - count);
    } else if (p > 0 && p <= PLAIN_DIGITS) {
      digits(p);
    } else if (p > -6 && p <= 0) {
      text[length++] = '0';
      text[length++] = '.';
      zeros(-p);
      digits(count);
    } else {
      digits(1);
      exponent(p - 1);
    }
  }

  /** Writes all digits, with a decimal point after the given number of them. */
  private void digits(int beforePoint) {
    int end = length + count + (beforePoint < count ? 1 : 0);
    long rest = digits;
    int at = end;
    for (int left = count; left > 0; left--) {
      if (left == beforePoint && left < count) {
        text[--at] = '.';
      }
      text[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length = end;
  }

  private void zeros(int n) {
    for (int i = 0; i < n; i++) {
      text[length++] = '0';
    }
  }

  private void exponent(int exponent) {
    text[length++] = 'e';
    text[length++] = (byte) (exponent < 0 ? '-' : '+');
    int rest = Math.abs(exponent);
    int width = rest >= 100 ? 3 : rest >= 10 ? 2 : 1;
    for (int i = width - 1; i >= 0; i--) {
      text[length + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += width;
  }
}
