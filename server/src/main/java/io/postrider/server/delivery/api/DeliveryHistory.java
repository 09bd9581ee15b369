package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.postrider.id.DestinationId;
import io.postrider.server.http.admin.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was tried lately at a destination, and what was given up on. May be called from any thread.
 */
public interface DeliveryHistory {

  /** The attempts that are remembered, newest first: a sample, bounded by the port. */
  List<Attempt> attempts(DestinationId destination);

  /**
   * Deliveries that failed, newest first.
   *
   * @param reason only those of this reason; null for all
   * @param cursor the next of an earlier page; null for the first
   * @return the page, or nothing if the cursor is not one
   */
  Optional<Page<Failed>> failed(
      DestinationId destination, @Nullable String reason, @Nullable String cursor, int limit);

  /** How an attempt ended. */
  enum Ending {
    DELIVERED,
    /** It did not deliver; the message may be tried again here. */
    FAILED,
    /** It was refused for good. */
    REFUSED;

    /** The name on the wire, such as {@code delivered}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One attempt.
   *
   * @param messageId null if the log no longer holds the message, as its type is
   * @param round 1 for a message's first
   * @param reason why it failed, by its name on the wire; null if it delivered
   * @param answer null if nothing came back
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Attempt(
      @JsonProperty Instant at,
      @JsonProperty @Nullable String messageId,
      @JsonProperty @Nullable String type,
      @JsonProperty int round,
      @JsonProperty String url,
      @JsonProperty Ending outcome,
      @JsonProperty @Nullable Integer status,
      @JsonProperty @Nullable String reason,
      @JsonProperty @Nullable String message,
      @JsonProperty("latencyMillis") Duration latency,
      @JsonProperty BodySample request,
      @JsonProperty @Nullable BodySample answer) {}

  /**
   * One message that was given up on.
   *
   * @param messageId null if the log no longer holds the message, as its type and time are
   * @param failedAt about when, to the minute at best; null if that is not known
   * @param reason its name on the wire: that of an attempt, {@code expired} or {@code cancelled}
   * @param replayable whether the log still holds it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Failed(
      @JsonProperty int partition,
      @JsonProperty long offset,
      @JsonProperty @Nullable String messageId,
      @JsonProperty @Nullable String type,
      @JsonProperty @Nullable Instant acceptedAt,
      @JsonProperty @Nullable Instant failedAt,
      @JsonProperty String reason,
      @JsonProperty @Nullable Integer status,
      @JsonProperty String message,
      @JsonProperty boolean replayable) {}
}
