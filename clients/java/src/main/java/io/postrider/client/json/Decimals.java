package io.postrider.client.json;

/** Formats floating-point numbers as JavaScript does, from the digits that Java prints. */
final class Decimals {
  /** Whole numbers with up to this number of digits have no exponent. */
  private static final int PLAIN_DIGITS = 21;

  /** Fractions with fewer zeros after the point have no exponent. */
  private static final int PLAIN_ZEROS = 6;

  private static final double EXACT_INTEGERS = 1L << 53;

  private Decimals() {}

  /** Writes a finite double; minus zero becomes zero, as in JavaScript. */
  static void write(JsonBuffer out, double value) {
    if (value == Math.rint(value) && Math.abs(value) < EXACT_INTEGERS) {
      out.integer((long) value);
    } else {
      write(out, Double.toString(value));
    }
  }

  /** Writes a finite float with the shortest digits that identify it among floats. */
  static void write(JsonBuffer out, float value) {
    write(out, Float.toString(value));
  }

  /** Reformats Java's form, such as {@code -12.5E-7}. */
  private static void write(JsonBuffer out, String java) {
    int start = java.charAt(0) == '-' ? 1 : 0;
    int mark = java.indexOf('E');
    int end = mark < 0 ? java.length() : mark;
    int exponent = mark < 0 ? 0 : Integer.parseInt(java.substring(mark + 1));
    int point = java.indexOf('.');
    String digits = java.substring(start, point) + java.substring(point + 1, end);
    int place = point - start + exponent; // the value is 0.DIGITS times ten to this power

    int zeros = 0;
    while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
      zeros++;
    }
    int last = digits.length();
    while (last > zeros + 1 && digits.charAt(last - 1) == '0') {
      last--;
    }
    String significant = digits.substring(zeros, last);
    if (significant.equals("0")) {
      out.raw('0');
      return;
    }
    if (start == 1) {
      out.raw('-');
    }
    arrange(out, significant, place - zeros);
  }

  private static void arrange(JsonBuffer out, String digits, int place) {
    int count = digits.length();
    if (place > PLAIN_DIGITS || place <= -PLAIN_ZEROS) {
      out.raw(digits.charAt(0));
      if (count > 1) {
        out.raw('.');
        out.ascii(digits.substring(1));
      }
      out.raw('e');
      out.raw(place > 0 ? '+' : '-');
      out.integer(Math.abs(place - 1));
    } else if (place <= 0) {
      out.ascii("0.");
      out.ascii("0".repeat(-place));
      out.ascii(digits);
    } else if (place >= count) {
      out.ascii(digits);
      out.ascii("0".repeat(place - count));
    } else {
      out.ascii(digits.substring(0, place));
      out.raw('.');
      out.ascii(digits.substring(place));
    }
  }
}
