package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Delivery counts over time and the present backlog. May be called from any thread. */
public interface DeliveryStatistics {

  /**
   * The counts of the steps that start in a time range, oldest first. Steps without data are
   * omitted.
   */
  List<Count> counts(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** The present backlog and URL states. */
  Snapshot snapshot(DestinationId destination);

  /**
   * The counts of one step.
   *
   * @param at the start of the step
   * @param delivered counts messages, as failed does
   * @param retried counts rounds after the first round of a message
   * @param attempts counts requests
   * @param latency of attempts; null without attempts
   * @param backlog the largest backlog; null if it was not sampled
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Count(
      @JsonProperty Instant at,
      @JsonProperty long delivered,
      @JsonProperty long retried,
      @JsonProperty long failed,
      @JsonProperty long attempts,
      @JsonProperty @Nullable Latency latency,
      @JsonProperty @Nullable Backlog backlog) {

    static Count none(Instant at) {
      return new Count(at, 0, 0, 0, 0, null, null);
    }

    /** The same, with at least this backlog. */
    Count withAtLeast(Backlog waiting) {
      Backlog most = backlog == null ? waiting : backlog.most(waiting);
      return new Count(at, delivered, retried, failed, attempts, latency, most);
    }
  }

  /** Latency percentiles of attempts. */
  record Latency(
      @JsonProperty Duration p50, @JsonProperty Duration p95, @JsonProperty Duration p99) {}

  /**
   * The largest backlog of a step, sampled once a minute.
   *
   * @param age the age of the oldest waiting message; null if none waited
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Backlog(@JsonProperty long messages, @JsonProperty("ageMillis") @Nullable Duration age) {

    private Backlog most(Backlog other) {
      boolean older = age == null || (other.age != null && other.age.compareTo(age) > 0);
      return new Backlog(Math.max(messages, other.messages), older ? other.age : age);
    }
  }

  /** The backlog and the URL states of a destination. */
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
    PROBING;

    /** The name in JSON, such as {@code open}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The state of one URL.
   *
   * @param nextProbeAt the time of the next probe; null unless the breaker is open
   * @param concurrency the present limit of concurrent requests
   * @param inFlight the requests in flight
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Url(
      @JsonProperty String url,
      @JsonProperty Breaker breaker,
      @JsonProperty @Nullable Instant nextProbeAt,
      @JsonProperty int concurrency,
      @JsonProperty int inFlight) {}
}
