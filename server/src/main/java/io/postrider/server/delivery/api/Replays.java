package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends what is in the log to a destination again. May be called from any thread. */
public interface Replays {

  /** Starts a replay of what was asked for. */
  Start start(Destination destination, Order order);

  /** The replays that are remembered, newest first: bounded by the port. */
  List<Replay> list(DestinationId destination);

  /** The replay of an id. */
  Optional<Replay> find(DestinationId destination, String id);

  /** Ends a replay, unless it has ended; what is under way is finished. */
  Optional<Replay> cancel(DestinationId destination, String id);

  /** What to send again. */
  sealed interface Order {}

  /** Everything for the destination that was accepted in a stretch of time. */
  record Range(Instant from, Instant to) implements Order {}

  /** Everything that failed and was accepted since a time. */
  record FailedSince(Instant since) implements Order {}

  /**
   * One message, whatever became of it.
   *
   * @param sourceId whose message it is; null if only one source has sent one of this id
   */
  record OneMessage(String messageId, @Nullable String sourceId) implements Order {}

  /** What became of an order. */
  sealed interface Start {}

  record Started(Replay replay) implements Start {}

  /** Another replay of the destination has not ended yet. */
  record Busy(String runningId) implements Start {}

  /** The message has not ended: its own attempts go on. */
  record StillTried() implements Start {}

  /** The destination was deleted meanwhile. */
  record NoSuchDestination() implements Start {}

  /** The log holds no message of that id for the destination. */
  record NoSuchMessage() implements Start {}

  /** More than one source has sent a message of that id to the destination. */
  record SeveralMessages(List<String> sourceIds) implements Start {}

  /** Where a replay stands. */
  enum State {
    RUNNING,
    /** Until the destination is no longer paused, or answers again. */
    WAITING,
    FINISHED,
    CANCELLED;

    /** The name on the wire, such as {@code running}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which form of order a replay is of. */
  enum Kind {
    RANGE,
    FAILED,
    MESSAGE;

    /** The name on the wire, such as {@code range}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A replay.
   *
   * @param id letters, digits, hyphens and underscores, 64 at most
   * @param total how many messages it will take; null if that is not known
   * @param taken how many it took so far
   * @param skipped how many of those were not sent: by today's rules they are not for it
   * @param progress how much of its stretch of the log is behind it, from 0 to 1
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
