package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.server.access.UrlMask;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StepCounts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Delivery counts over time and the present backlog. May be called from any thread. The defaults
 * are the answers of a node without the deliver role.
 */
public interface DeliveryStatistics {

  /**
   * The counts of the steps that start in a time range, oldest first. Steps without data are
   * omitted.
   */
  default List<StepCounts> counts(
      DestinationId destination, TimeStep step, Instant from, Instant to) {
    return List.of();
  }

  /** The deliveries of each destination in hours that start at a time or later. */
  default List<StatisticsStore.Volume> volumes(Instant from) {
    return List.of();
  }

  /** Since when the steps of a length have every delivery; null if nothing is counted yet. */
  default @Nullable Instant countedSince(TimeStep step, Instant now) {
    return null;
  }

  default Snapshot snapshot(DestinationId destination) {
    return new Snapshot(new Pending(0, null), List.of());
  }

  /** The approximate number of waiting messages, by destination; those without may be left out. */
  default Map<DestinationId, Long> waiting() {
    return Map.of();
  }

  record Snapshot(Pending pending, List<Url> urls) {

    public Snapshot {
      urls = List.copyOf(urls);
    }
  }

  /**
   * The backlog of a destination.
   *
   * @param messages approximate; exact for a destination that keeps up
   * @param oldestAt when the oldest waiting message was accepted; null if none waits
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Pending(@JsonProperty long messages, @JsonProperty @Nullable Instant oldestAt) {}

  /** The circuit breaker state of a URL. */
  enum Breaker {
    /** Requests are sent. */
    CLOSED,
    /** The URL keeps failing; nothing is sent until the next probe. */
    OPEN,
    /** The URL keeps failing; a probe is in flight. */
    PROBING
  }

  /**
   * The state of one URL.
   *
   * @param state healthy, degraded or failing, by the rules for the whole destination
   * @param nextProbeAt the time of the next probe; null unless the breaker is open
   * @param concurrency the present limit of concurrent requests
   * @param inFlight the requests in flight
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Url(
      @JsonProperty String url,
      @JsonProperty DestinationHealth.State state,
      @JsonProperty Breaker breaker,
      @JsonProperty @Nullable Instant nextProbeAt,
      @JsonProperty int concurrency,
      @JsonProperty int inFlight) {

    Url withoutSecrets() {
      return new Url(UrlMask.of(url), state, breaker, nextProbeAt, concurrency, inFlight);
    }
  }
}
