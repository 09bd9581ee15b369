package io.postrider.bench.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of one run.
 *
 * @param answered successful requests, including late ones
 * @param messages the messages in them
 * @param requestsPerSecond successful requests per second, without late ones
 * @param unexpected responses other than 200 with success, and broken connections
 * @param unsent requests of the planned rate that were never sent
 * @param startNanos the intended time of the first request, by the monotonic clock
 * @param firstError the first error, or an empty string
 */
public record LoadResult(
    @JsonProperty("answered") long answered,
    @JsonProperty("messages") long messages,
    @JsonProperty("requests_per_s") double requestsPerSecond,
    @JsonProperty("messages_per_s") double messagesPerSecond,
    @JsonProperty("p50_us") double p50Micros,
    @JsonProperty("p99_us") double p99Micros,
    @JsonProperty("p999_us") double p999Micros,
    @JsonProperty("max_us") double maxMicros,
    @JsonProperty("unexpected") long unexpected,
    @JsonProperty("unsent") long unsent,
    @JsonProperty("start_ns") long startNanos,
    @JsonProperty("first_error") String firstError) {

  static LoadResult of(LoadPlan plan, List<LoopState> states, long startNanos) {
    Histogram all = new Histogram(states.getFirst().latencies);
    all.reset();
    states.forEach(state -> all.add(state.latencies));
    long answered = states.stream().mapToLong(state -> state.answered).sum();
    long inTime = states.stream().mapToLong(state -> state.answeredInTime).sum();
    double rate = inTime * 1e9 / plan.duration().toNanos();
    return new LoadResult(
        answered,
        answered * plan.messages(),
        rate,
        rate * plan.messages(),
        all.getValueAtPercentile(50) / 1e3,
        all.getValueAtPercentile(99) / 1e3,
        all.getValueAtPercentile(99.9) / 1e3,
        all.getMaxValue() / 1e3,
        states.stream().mapToLong(state -> state.unexpected).sum(),
        states.stream().mapToLong(LoopState::unsent).sum(),
        startNanos,
        states.stream()
            .map(state -> state.firstError == null ? "" : state.firstError)
            .filter(firstError -> !firstError.isEmpty())
            .findFirst()
            .orElse(""));
  }
}
