package io.postrider.server.overview;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.usage.IngestCountStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The overview as JSON.
 *
 * @param since when the oldest source or destination was created; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OverviewView(
    @JsonProperty @Nullable Instant since,
    @JsonProperty List<IngestCountStore.Count> accepted,
    @JsonProperty @JsonIgnoreProperties("attempts") List<StepCounts> delivered,
    @JsonProperty Totals totals,
    @JsonProperty Backlog backlog,
    @JsonProperty Sources sources,
    @JsonProperty Destinations destinations,
    @JsonProperty List<Attention> attention) {

  /**
   * The sums of all steps.
   *
   * @param since everything since then is counted; null if nothing is counted yet
   * @param successRate the share of ended deliveries that succeeded; null if none ended
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Totals(
      @JsonProperty @Nullable Instant since,
      @JsonProperty long accepted,
      @JsonProperty long rejected,
      @JsonProperty long delivered,
      @JsonProperty long retried,
      @JsonProperty long failed,
      @JsonProperty @Nullable Double successRate,
      @JsonProperty @Nullable Duration latencyP95) {

    static Totals of(
        @Nullable Instant since,
        List<IngestCountStore.Count> ingestCounts,
        List<StepCounts> steps,
        @Nullable Duration latencyP95) {
      long delivered = steps.stream().mapToLong(StepCounts::delivered).sum();
      long failed = steps.stream().mapToLong(StepCounts::failed).sum();
      long ended = delivered + failed;
      return new Totals(
          since,
          ingestCounts.stream().mapToLong(IngestCountStore.Count::accepted).sum(),
          ingestCounts.stream().mapToLong(IngestCountStore.Count::rejected).sum(),
          delivered,
          steps.stream().mapToLong(StepCounts::retried).sum(),
          failed,
          ended == 0 ? null : (Double) ((double) delivered / ended),
          latencyP95);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Backlog(@JsonProperty long messages, @JsonProperty @Nullable Instant oldestAt) {}

  record Sources(@JsonProperty long total, @JsonProperty long enabled) {}

  /** The number of destinations, in total and by state. */
  record Destinations(@JsonProperty long total, @JsonProperty Map<String, Integer> byState) {}
}
