package io.postrider.server.delivery.stats;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.http.admin.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The delivery counts of one time step, as in the admin API.
 *
 * @param at the start of the step
 * @param delivered counts messages, as failed does
 * @param retried counts rounds after the first round of a message
 * @param attempts counts requests
 * @param latency of attempts; null without attempts
 * @param backlog the largest backlog; null if it was not sampled
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepCounts(
    @JsonProperty Instant at,
    @JsonProperty long delivered,
    @JsonProperty long retried,
    @JsonProperty long failed,
    @JsonProperty long attempts,
    @JsonProperty @Nullable Latency latency,
    @JsonProperty @Nullable Backlog backlog) {

  /** Latency percentiles of attempts. */
  public record Latency(
      @JsonProperty Duration p50, @JsonProperty Duration p95, @JsonProperty Duration p99) {}

  public static StepCounts of(StatisticsStore.Entry entry) {
    DeliveryCounts counts = entry.counts();
    LatencyHistogram times = counts.latencies();
    return new StepCounts(
        entry.start(),
        counts.deliveredCount(),
        counts.retriedCount(),
        counts.failedCount(),
        counts.attempts(),
        times.count() == 0
            ? null
            : new Latency(times.quantile(0.5), times.quantile(0.95), times.quantile(0.99)),
        entry.backlog());
  }

  /**
   * The counts of every step of a range, empty steps included. The present backlog raises the
   * backlog of the present step.
   */
  public static List<StepCounts> fill(
      TimeRange range, List<StepCounts> known, Backlog present, Instant now) {
    Map<Instant, StepCounts> counts = new HashMap<>();
    known.forEach(count -> counts.put(count.at(), count));
    Instant presentStep = range.step().start(now);
    return range.starts().stream()
        .map(
            at -> {
              StepCounts none = new StepCounts(at, 0, 0, 0, 0, null, null);
              StepCounts count = counts.getOrDefault(at, none);
              return at.equals(presentStep) ? count.withAtLeast(present) : count;
            })
        .toList();
  }

  private StepCounts withAtLeast(Backlog present) {
    return new StepCounts(
        at,
        delivered,
        retried,
        failed,
        attempts,
        latency,
        backlog == null ? present : backlog.most(present));
  }
}
