package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One figure in earlier results and in later ones.
 *
 * @param before the earlier figure; null if the earlier results lack it
 * @param after the later figure; null if the later results lack it
 * @param noise the difference up to which both are the same
 * @param assumed whether the noise is assumed, because neither has values by round
 */
record Change(
    String key, @Nullable Double before, @Nullable Double after, double noise, boolean assumed) {
  /** The noise is at least this share of the earlier figure: runs differ more than their rounds. */
  private static final double LEAST_NOISE = 0.05;

  /** The noise of figures without rounds. */
  private static final double ASSUMED_NOISE = 0.15;

  /** The noise is this many times the wider one of the two interquartile ranges. */
  private static final double RANGES = 1.5;

  /** What became of a figure. */
  enum Verdict {
    WORSE("WORSE"),
    BETTER("better"),
    MOVED("moved"),
    SAME("same"),
    NEW("new"),
    MISSING("not measured");

    final String word;

    Verdict(String word) {
      this.word = word;
    }
  }

  static Change of(String key, JsonNode earlier, JsonNode later) {
    JsonNode before = earlier.path(key);
    JsonNode after = later.path(key);
    double range =
        wider(
            interquartileRange(earlier.path(key + Rounds.SUFFIX)),
            interquartileRange(later.path(key + Rounds.SUFFIX)));
    boolean assumed = Double.isNaN(range);
    double size = Math.abs(before.asDouble());
    return new Change(
        key,
        before.isNumber() ? before.asDouble() : null,
        after.isNumber() ? after.asDouble() : null,
        Math.max(
            leastNoise(key),
            assumed ? ASSUMED_NOISE * size : Math.max(RANGES * range, LEAST_NOISE * size)),
        assumed);
  }

  /**
   * The distance between the quarters of some rounds, interpolated; not a number for fewer than
   * three rounds, which tell nothing.
   */
  static double interquartileRange(JsonNode rounds) {
    double[] sorted =
        StreamSupport.stream(rounds.spliterator(), false)
            .mapToDouble(JsonNode::asDouble)
            .sorted()
            .toArray();
    return sorted.length < 3 ? Double.NaN : quantile(sorted, 0.75) - quantile(sorted, 0.25);
  }

  /** A difference that never counts: a share of a figure near zero would be too small. */
  static double leastNoise(String key) {
    if (key.endsWith("_mib")) {
      return 20;
    }
    if (key.endsWith("_ms")) {
      return 0.5;
    }
    return key.endsWith("_s") && !key.endsWith("_per_s") ? 0.05 : 0;
  }

  /** The wider one of two ranges; one that is not a number does not count. */
  private static double wider(double one, double other) {
    return Double.isNaN(one) || one < other ? other : one;
  }

  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  Verdict verdict() {
    if (before == null) {
      return Verdict.NEW;
    }
    if (after == null) {
      return Verdict.MISSING;
    }
    double change = after - before;
    if (Math.abs(change) <= noise) {
      return Verdict.SAME;
    }
    Better better = Better.of(key);
    if (better == Better.NEITHER) {
      return Verdict.MOVED;
    }
    return better.isWorse(change) ? Verdict.WORSE : Verdict.BETTER;
  }

  /** A row of the table. */
  String row() {
    return "| %s | %s | %s | %s | %s%s | %s |%n"
        .formatted(
            key,
            number(before),
            number(after),
            before == null || after == null || before == 0
                ? ""
                : "%+.1f %%".formatted(100 * (after - before) / Math.abs(before)),
            before == null || after == null ? "" : "± " + number(noise),
            assumed && before != null && after != null ? " (assumed)" : "",
            verdict().word);
  }

  private static String number(@Nullable Double value) {
    return value == null
        ? ""
        : Math.abs(value) >= 1000 ? "%,.0f".formatted(value) : "%.3f".formatted(value);
  }
}
