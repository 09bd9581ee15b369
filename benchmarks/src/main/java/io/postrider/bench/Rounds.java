package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of some figures in each round of a measurement, and the steal of each round: the share
 * of processor time that the host gave to other machines. Published are the median of each figure
 * and its values by round, from which {@link Regressions} takes its noise.
 */
final class Rounds {
  /** How many paired rounds a published figure has. */
  static final int COUNT = 11;

  /** The key of a figure's values by round is its own key with this. */
  static final String SUFFIX = "_rounds";

  static final String STEAL_SUFFIX = "_steal_percent";

  /** The key that marks a measurement with a disturbed round ends with this. */
  static final String DISTURBED_SUFFIX = "_disturbed";

  /** A round with more steal than this is disturbed. */
  static final double MOST_STEAL_PERCENT = 1;

  private final String name;
  private final int count;
  private final Map<String, List<Double>> values = new LinkedHashMap<>();
  private final List<Double> steal = new ArrayList<>();
  private ProcessorTicks before = ProcessorTicks.NONE;

  /**
   * Creates rounds.
   *
   * @param name the measurement, which names its steal in the results
   * @param count how many rounds are made
   */
  Rounds(String name, int count) {
    this.name = name;
    this.count = count;
  }

  int count() {
    return count;
  }

  /** Begins a round. */
  void begin() throws IOException {
    before = ProcessorTicks.now();
  }

  /** Ends a round and prints it with its steal. */
  void end(String line) throws IOException {
    end(before.stealPercentUntil(ProcessorTicks.now()));
    System.out.printf(
        "  round %d of %d: %s; steal %.1f %%%s%n",
        steal.size(),
        count,
        line,
        steal.getLast(),
        steal.getLast() > MOST_STEAL_PERCENT ? ", disturbed" : "");
  }

  void end(double stealPercent) {
    steal.add(Math.round(stealPercent * 10) / 10.0);
  }

  /** Adds the value of a figure in this round; returns it. */
  double add(String figure, double value) {
    values.computeIfAbsent(figure, key -> new ArrayList<>()).add(value);
    return value;
  }

  double median(String figure) {
    return Figures.median(sorted(figure));
  }

  /** The median of a ratio, in thousandths. */
  double medianRatio(String figure) {
    return Comparison.rounded(Figures.exactMedian(sorted(figure)));
  }

  double lowest(String figure) {
    return sorted(figure)[0];
  }

  double highest(String figure) {
    double[] all = sorted(figure);
    return all[all.length - 1];
  }

  /** Publishes a figure's median, and its values by round; returns the median. */
  double publish(ObjectNode figures, String figure) {
    double median = medianRatio(figure);
    figures.put(figure, median);
    publishRounds(figures, figure);
    return median;
  }

  /** Publishes only the values by round, for a figure that is not their median. */
  void publishRounds(ObjectNode figures, String figure) {
    ArrayNode rounds = figures.putArray(figure + SUFFIX);
    values(figure).forEach(value -> rounds.add(Comparison.rounded(value)));
  }

  /** Publishes the steal of all rounds, and marks the measurement if one is disturbed. */
  void publishSteal(ObjectNode figures) {
    ArrayNode published = figures.putArray(name + STEAL_SUFFIX);
    steal.forEach(published::add);
    figures.put(name + DISTURBED_SUFFIX, isDisturbed());
  }

  /** Prints a warning if some measurements of a run are disturbed. */
  static void warnOfSteal(ObjectNode figures) {
    List<String> disturbed =
        figures.properties().stream()
            .filter(figure -> figure.getKey().endsWith(DISTURBED_SUFFIX))
            .filter(figure -> figure.getValue().asBoolean())
            .map(figure -> figure.getKey().replace(DISTURBED_SUFFIX, ""))
            .toList();
    if (!disturbed.isEmpty()) {
      System.out.printf(
          "Warning: the host took more than %.0f %% of the processors in some rounds; disturbed:"
              + " %s.%n",
          MOST_STEAL_PERCENT, String.join(", ", disturbed));
    }
  }

  boolean isDisturbed() {
    return steal.stream().anyMatch(percent -> percent > MOST_STEAL_PERCENT);
  }

  private double[] sorted(String figure) {
    return values(figure).stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  private List<Double> values(String figure) {
    List<Double> all = values.get(figure);
    if (all == null) {
      throw new IllegalArgumentException("no round has " + figure);
    }
    return all;
  }
}
