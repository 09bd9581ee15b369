package io.postrider.server.overview;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.delivery.api.DeliveryStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The whole at a glance, as the admin API shows it. */
record OverviewView(
    @JsonProperty List<OverviewFigures.Intake> accepted,
    @JsonProperty List<Delivered> delivered,
    @JsonProperty Totals totals,
    @JsonProperty Backlog backlog,
    @JsonProperty Sources sources,
    @JsonProperty Destinations destinations,
    @JsonProperty List<Attention> attention) {

  /** What was delivered in a step, and what waited. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Delivered(
      @JsonProperty Instant at,
      @JsonProperty long delivered,
      @JsonProperty long retried,
      @JsonProperty long failed,
      @JsonProperty DeliveryStatistics.@Nullable Latency latency,
      @JsonProperty DeliveryStatistics.@Nullable Backlog backlog) {

    static Delivered of(DeliveryStatistics.Count count) {
      return new Delivered(
          count.at(),
          count.delivered(),
          count.retried(),
          count.failed(),
          count.latency(),
          count.backlog());
    }
  }

  /**
   * All steps together.
   *
   * @param successRate the share of the deliveries that ended in which a URL took the message; null
   *     if none ended
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Totals(
      @JsonProperty long accepted,
      @JsonProperty long rejected,
      @JsonProperty long delivered,
      @JsonProperty long retried,
      @JsonProperty long failed,
      @JsonProperty @Nullable Double successRate,
      @JsonProperty @Nullable Duration latencyP95) {

    static Totals of(
        List<OverviewFigures.Intake> intake, List<Delivered> steps, @Nullable Duration latencyP95) {
      long delivered = steps.stream().mapToLong(Delivered::delivered).sum();
      long failed = steps.stream().mapToLong(Delivered::failed).sum();
      long ended = delivered + failed;
      return new Totals(
          intake.stream().mapToLong(OverviewFigures.Intake::count).sum(),
          intake.stream().mapToLong(OverviewFigures.Intake::rejected).sum(),
          delivered,
          steps.stream().mapToLong(Delivered::retried).sum(),
          failed,
          ended == 0 ? null : (Double) ((double) delivered / ended),
          latencyP95);
    }
  }

  /** What waits. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Backlog(@JsonProperty long messages, @JsonProperty @Nullable Instant oldestAt) {}

  /** How many sources there are. */
  record Sources(@JsonProperty long total, @JsonProperty long enabled) {}

  /** How many destinations there are, and how they are doing. */
  record Destinations(@JsonProperty long total, @JsonProperty Map<String, Integer> byState) {}
}
