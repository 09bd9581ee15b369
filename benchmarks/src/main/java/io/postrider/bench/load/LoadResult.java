package io.postrider.bench.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one run saw.
 *
 * @param answered requests answered as expected, late ones included
 * @param messages messages in them
 * @param requestsPerSecond requests answered in time, per second
 * @param unexpected answers other than 200 and success, and broken connections
 * @param unsent requests that the held rate asked for and that were never sent
 * @param startNanos when the first request was intended to be sent, by the machine's monotonic
 *     clock
 * @param complaint the first unexpected thing, or nothing
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
    @JsonProperty("complaint") String complaint) {

  static LoadResult of(LoadPlan plan, List<Lane> lanes, long startNanos) {
    Histogram all = new Histogram(lanes.getFirst().latencies);
    all.reset();
    lanes.forEach(lane -> all.add(lane.latencies));
    long answered = lanes.stream().mapToLong(lane -> lane.answered).sum();
    long inTime = lanes.stream().mapToLong(lane -> lane.answeredInTime).sum();
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
        lanes.stream().mapToLong(lane -> lane.unexpected).sum(),
        lanes.stream().mapToLong(Lane::unsent).sum(),
        startNanos,
        lanes.stream()
            .map(lane -> lane.complaint == null ? "" : lane.complaint)
            .filter(complaint -> !complaint.isEmpty())
            .findFirst()
            .orElse(""));
  }
}
