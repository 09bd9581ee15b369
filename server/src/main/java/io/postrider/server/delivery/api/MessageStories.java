package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells where messages are. May be called from any thread; it may read the log. */
public interface MessageStories {

  /** The messages of an id that the log holds: several sources may have used the same one. */
  StoryPage find(String messageId);

  /**
   * The messages of a user, newest first: those with this userId, or with this anonymousId and no
   * userId. Looks at a stretch of the log, so that a page may hold fewer than there are, or none.
   *
   * @param cursor the next of an earlier page; null for the first
   * @return the page, or nothing if the cursor is not one
   */
  Optional<StoryPage> ofUser(String userId, @Nullable String cursor, int limit);

  /**
   * Some messages.
   *
   * @param next where to go on looking; null if all of the log was looked at
   * @param searchedTo when the oldest message was accepted that was looked at; null if there is
   *     nothing left to look at
   */
  record StoryPage(List<MessageFate> data, @Nullable String next, @Nullable Instant searchedTo) {

    public StoryPage {
      data = List.copyOf(data);
    }
  }

  /**
   * A message and what became of it.
   *
   * @param sourceId null for a message that the program made itself
   * @param message the message as it was accepted: JSON; null if it is not shown
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MessageFate(
      @JsonProperty String messageId,
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) @Nullable SourceId sourceId,
      @JsonProperty String type,
      @JsonProperty @Nullable String userId,
      @JsonProperty @Nullable String anonymousId,
      @JsonProperty Instant acceptedAt,
      @JsonProperty int partition,
      @JsonProperty long offset,
      @JsonProperty @JsonRawValue @Nullable String message,
      @JsonProperty List<DestinationFate> destinations) {

    public MessageFate {
      destinations = List.copyOf(destinations);
    }
  }

  /** What became of a message at one destination. */
  enum State {
    /** It had no round yet. */
    WAITING,
    /** It had a round, and will have another. */
    RETRYING,
    /** A URL took it. */
    DELIVERED,
    /** It was given up on, or refused. */
    FAILED,
    /** The log lost it first. */
    EXPIRED,
    /** The destination was disabled first. */
    CANCELLED,
    /** A later deletion of the same user made it pointless. */
    SUPERSEDED,
    /** The rules in force held it back. */
    FILTERED,
    NOT_FOR_IT,
    /**
     * It was delivered or filtered out, and nobody knows which: the rules have changed since it was
     * accepted.
     */
    SETTLED;

    /** The name on the wire, such as {@code not_for_it}. */
    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What became of a message at one destination.
   *
   * @param reason why the last attempt failed, or why it is not for the destination; null if
   *     neither
   * @param status of the last answer; null if there was none or it is not remembered
   * @param round how many rounds there were; null if that is not remembered
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DestinationFate(
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) DestinationId destinationId,
      @JsonProperty State state,
      @JsonProperty @Nullable String reason,
      @JsonProperty @Nullable Integer status,
      @JsonProperty @Nullable Integer round,
      @JsonProperty @Nullable Instant nextAttemptAt) {}
}
