package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.delivery.replay.ReplayOrder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends messages from the log to a destination again. May be called from any thread. */
public interface Replays {

  /** Starts a replay. */
  Start start(Destination destination, ReplayOrder order);

  /** The latest replays, newest first; their number is bounded. */
  List<Replay> list(DestinationId destination);

  /** The replay with an ID. */
  Optional<Replay> find(DestinationId destination, String id);

  /** Cancels a replay that is running; attempts in flight finish. */
  Optional<Replay> cancel(DestinationId destination, String id);

  /** The result of an order. */
  sealed interface Start {}

  record Started(Replay replay) implements Start {}

  /** Another replay of the destination is running. */
  record Busy(String runningId) implements Start {}

  /** The message is still being tried. */
  record StillTried() implements Start {}

  /** The destination was deleted. */
  record NoSuchDestination() implements Start {}

  /** The log holds no message with that ID for the destination. */
  record NoSuchMessage() implements Start {}

  /** More than one source sent a message with that ID to the destination. */
  record SeveralMessages(List<String> sourceIds) implements Start {}

  /** The status of a replay. */
  enum State {
    RUNNING,
    /** The destination is paused or its URLs are failing. */
    WAITING,
    FINISHED,
    CANCELLED;

    /** The name in JSON, such as {@code running}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The kind of order. */
  enum Kind {
    RANGE,
    FAILED,
    MESSAGE;

    /** The name in JSON, such as {@code range}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A replay.
   *
   * @param id letters, digits, hyphens and underscores, 64 at most
   * @param total the number of messages to send; null if unknown
   * @param taken the messages processed so far
   * @param skipped processed messages that today's rules do not route to the destination
   * @param progress the processed share of the log span, from 0 to 1
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Replay(
      @JsonProperty String id,
      @JsonProperty State state,
      @JsonProperty Kind kind,
      @JsonProperty @Nullable Instant from,
      @JsonProperty @Nullable Instant to,
      @JsonProperty @Nullable Instant since,
      @JsonProperty @Nullable String messageId,
      @JsonProperty @Nullable Long total,
      @JsonProperty long taken,
      @JsonProperty long delivered,
      @JsonProperty long failed,
      @JsonProperty long skipped,
      @JsonProperty double progress,
      @JsonProperty Instant createdAt,
      @JsonProperty @Nullable Instant finishedAt) {}
}
