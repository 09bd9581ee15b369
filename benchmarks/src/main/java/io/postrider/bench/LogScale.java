package io.postrider.bench;

/**
 * Places numbers on an axis with a logarithmic scale.
 *
 * @param low the number at the start, more than 0
 * @param high the number at the end
 * @param from the coordinate of the start
 * @param to the coordinate of the end
 */
record LogScale(double low, double high, double from, double to) {

  LogScale {
    if (low <= 0 || high < low) {
      throw new IllegalArgumentException("0 < low <= high, not %s and %s".formatted(low, high));
    }
  }

  /** The coordinate of a number; the middle if the axis has only one. */
  double at(long number) {
    if (low == high) {
      return (from + to) / 2;
    }
    return from + (to - from) * Math.log((double) number / low) / Math.log(high / low);
  }

  /** The end of a linear axis from 0: 1, 2 or 5 times a power of ten, at least a number. */
  static double roundTop(double highest) {
    if (highest <= 0) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(highest)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= highest * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /** A short form of a number: 300, 32k, 1.5M. */
  static String label(double number) {
    if (number >= 1e6) {
      return plain(number / 1e6) + "M";
    }
    return number >= 1e3 ? plain(number / 1e3) + "k" : plain(number);
  }

  private static String plain(double number) {
    String text = "%.1f".formatted(number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
