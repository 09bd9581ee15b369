package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.delivery.stats.BodySample;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends a test message to a destination, outside of queues and counters. */
@FunctionalInterface
public interface TestSender {

  /** Posts a test message to every URL and waits for all outcomes. */
  Report send(Destination destination, MessageType type);

  /**
   * The result of a test.
   *
   * @param outcomes one for each URL, in order
   * @param request the JSON body that was sent
   */
  record Report(@JsonProperty List<Outcome> outcomes, @JsonProperty @JsonRawValue String request) {

    public Report {
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * The outcome of one URL.
   *
   * @param reason the failure reason; null if delivered
   * @param message the failure detail; null if delivered
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Outcome(
      @JsonProperty String url,
      @JsonProperty boolean delivered,
      @JsonProperty @Nullable Integer status,
      @JsonProperty @Nullable String reason,
      @JsonProperty @Nullable String message,
      @JsonProperty("latencyMillis") Duration latency,
      @JsonProperty @Nullable BodySample answer) {}
}
