package io.postrider.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The median of each figure over several rounds, and the lowest and highest rate. */
record Figures(
    @JsonProperty("requests_per_s") double requestsPerSecond,
    @JsonProperty("requests_per_s_min") double requestsPerSecondMin,
    @JsonProperty("requests_per_s_max") double requestsPerSecondMax,
    @JsonProperty("messages_per_s") double messagesPerSecond,
    @JsonProperty("p50_us") double p50Micros,
    @JsonProperty("p99_us") double p99Micros,
    @JsonProperty("p999_us") double p999Micros,
    @JsonProperty("max_us") double maxMicros,
    @JsonProperty("cpu_us_per_request") double cpuMicrosPerRequest,
    @JsonProperty("generator_cores") double generatorCores,
    @JsonProperty("other_cores") double otherCores) {

  static Figures of(List<Round> rounds) {
    double[] rates = sorted(rounds, round -> round.load().requestsPerSecond());
    return new Figures(
        median(rates),
        rates[0],
        rates[rates.length - 1],
        median(sorted(rounds, round -> round.load().messagesPerSecond())),
        median(sorted(rounds, round -> round.load().p50Micros())),
        median(sorted(rounds, round -> round.load().p99Micros())),
        median(sorted(rounds, round -> round.load().p999Micros())),
        median(sorted(rounds, round -> round.load().maxMicros())),
        median(sorted(rounds, Round::cpuMicrosPerRequest)),
        median(sorted(rounds, Round::generatorCores)),
        median(sorted(rounds, Round::otherCores)));
  }

  /** The middle value, or the mean of the two in the middle, in hundredths. */
  static double median(double[] sorted) {
    return Math.round(exactMedian(sorted) * 100) / 100.0;
  }

  static double exactMedian(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double[] sorted(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return rounds.stream().mapToDouble(figure).sorted().toArray();
  }
}
