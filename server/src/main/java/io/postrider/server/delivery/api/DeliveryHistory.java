package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.stats.BodySample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The latest attempts and the failed deliveries of a destination. May be called from any thread.
 * The defaults are the answers of a node without the deliver role.
 */
public interface DeliveryHistory {

  /** The sampled attempts, newest first; their number is bounded. */
  default List<Attempt> attempts(DestinationId destination) {
    return List.of();
  }

  /**
   * Deliveries that failed, newest first.
   *
   * @param wanted selects some of them
   * @param before where the page starts; null for the first page
   */
  default FailedPage failed(
      DestinationId destination,
      Predicate<Failed> wanted,
      @Nullable PartitionOffset before,
      int limit) {
    return new FailedPage(List.of(), null);
  }

  /**
   * All failed deliveries of messages that were accepted since then are listed; null if the log
   * holds no messages.
   */
  default @Nullable Instant failedSince() {
    return null;
  }

  /** Some failed deliveries, and where the next page starts; null on the last page. */
  record FailedPage(List<Failed> data, @Nullable PartitionOffset next) {

    public FailedPage {
      data = List.copyOf(data);
    }
  }

  /** How an attempt ended. */
  enum Ending {
    DELIVERED,
    /** The attempt failed; the message may be retried. */
    FAILED,
    /** The receiver refused the message; it is not retried. */
    REFUSED
  }

  /**
   * One attempt.
   *
   * @param messageId null, as the type is, if the log no longer holds the message
   * @param round starts at 1
   * @param reason the reason of a failure; null if delivered
   * @param answer null if there was no response
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
   * One failed delivery.
   *
   * @param messageId null, as type and time are, if the log no longer holds the message
   * @param failedAt never before acceptedAt; null if unknown
   * @param reason the reason of an attempt, {@code held}, {@code expired} or {@code cancelled}
   * @param lastError if held, why the destination's last attempt failed
   * @param replayable whether the log still holds the message
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
      @JsonProperty @Nullable FailureView lastError,
      @JsonProperty boolean replayable) {}
}
