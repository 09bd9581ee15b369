package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends a sample message to a destination now, outside of all queues and under the same rules. */
@FunctionalInterface
public interface TestSender {

  /** Posts a sample of a type to every URL; blocks until each has an outcome. */
  Report send(Destination destination, MessageType type);

  /**
   * What came of it.
   *
   * @param outcomes one for each URL, in their order
   * @param request the body that was sent: JSON
   */
  record Report(@JsonProperty List<Outcome> outcomes, @JsonProperty @JsonRawValue String request) {

    public Report {
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * What came of one URL.
   *
   * @param reason why it failed, by its name on the wire; null if it did not
   * @param message what happened, in words; null if it was delivered
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
