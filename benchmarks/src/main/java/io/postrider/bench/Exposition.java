package io.postrider.bench;

/** Reads the Prometheus text format, as far as a counter needs it. */
final class Exposition {
  private Exposition() {}

  /** The sum over all label sets of a metric; throws if there is no such metric. */
  static long sum(String text, String metric) {
    double sum = 0;
    boolean found = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith(metric + " ") || line.startsWith(metric + "{")) {
        found = true;
        sum += Double.parseDouble(value(line));
      }
    }
    if (!found) {
      throw new IllegalStateException("no metric named " + metric);
    }
    return Math.round(sum);
  }

  private static String value(String line) {
    int labels = line.lastIndexOf('}');
    String behind = labels < 0 ? line.substring(line.indexOf(' ')) : line.substring(labels + 1);
    return behind.trim().split(" ", 2)[0];
  }
}
