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

/** How much was delivered when, and what waits now. May be called from any thread. */
public interface DeliveryStatistics {

  /**
   * The counts of the steps that start in a stretch of time, oldest first; those of which nothing
   * is known are left out.
   */
  List<Count> counts(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** How things stand now. */
  Standing standing(DestinationId destination);

  /**
   * What happened in a step.
   *
   * @param at when it starts
   * @param delivered messages, as failed is
   * @param retried rounds that were not a message's first
   * @param attempts single requests
   * @param latency of attempts; null if there were none
   * @param backlog the most that waited; null if nobody looked
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

    /** The same, in which at least so much waited. */
    Count withAtLeast(Backlog waiting) {
      Backlog most = backlog == null ? waiting : backlog.most(waiting);
      return new Count(at, delivered, retried, failed, attempts, latency, most);
    }
  }

  /** How long half, 95 and 99 in 100 attempts took at most. */
  record Latency(
      @JsonProperty Duration p50, @JsonProperty Duration p95, @JsonProperty Duration p99) {}

  /**
   * The most that waited in a step, looked at once a minute.
   *
   * @param age how long ago the oldest of them was accepted; null if none waited
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Backlog(@JsonProperty long messages, @JsonProperty("ageMillis") @Nullable Duration age) {

    private Backlog most(Backlog other) {
      boolean older = age == null || (other.age != null && other.age.compareTo(age) > 0);
      return new Backlog(Math.max(messages, other.messages), older ? other.age : age);
    }
  }

  /** What waits, and how the URLs fare. */
  record Standing(Pending pending, List<Url> urls) {

    public Standing {
      urls = List.copyOf(urls);
    }
  }

  /**
   * What waits for a destination.
   *
   * @param messages about how many; exact for a destination that keeps up
   * @param oldestAt when the oldest of them was accepted; null if none waits
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Pending(@JsonProperty long messages, @JsonProperty @Nullable Instant oldestAt) {}

  /** Whether a URL gets requests. */
  enum Breaker {
    /** It does. */
    CLOSED,
    /** It kept failing and is left alone until the next probe. */
    OPEN,
    /** It kept failing and a probe is under way. */
    PROBING;

    /** The name on the wire, such as {@code open}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How one URL fares.
   *
   * @param nextProbeAt when it is tried next; null unless it is left alone
   * @param concurrency how many requests it gets at once at most now
   * @param inFlight how many it has now
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Url(
      @JsonProperty String url,
      @JsonProperty Breaker breaker,
      @JsonProperty @Nullable Instant nextProbeAt,
      @JsonProperty int concurrency,
      @JsonProperty int inFlight) {}
}
