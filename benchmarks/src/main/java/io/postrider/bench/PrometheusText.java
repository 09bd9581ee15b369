package io.postrider.bench;

/** Reads counters from the Prometheus text format. */
final class PrometheusText {
  private PrometheusText() {}

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
    String rest = labels < 0 ? line.substring(line.indexOf(' ')) : line.substring(labels + 1);
    return rest.trim().split(" ", 2)[0];
  }
}
