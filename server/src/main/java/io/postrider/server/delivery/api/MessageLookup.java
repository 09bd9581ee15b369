package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.delivery.PartitionOffset;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds messages in the log. May be called from any thread; reads the log. The defaults are the
 * answers of a node without the deliver role.
 */
public interface MessageLookup {

  /** The messages with an ID; several sources may use the same ID. */
  default MessagePage find(String messageId) {
    return new MessagePage(List.of(), null, null);
  }

  /** The same with every entry of the ledger about their deliveries. */
  default MessagePage stories(String messageId) {
    return new MessagePage(List.of(), null, null);
  }

  /**
   * The messages of a user, newest first: those with this userId, or with this anonymousId and no
   * userId. One call reads a bounded part of the log, so a page may be short or empty.
   *
   * @param before where the page starts; null for the first page
   */
  default MessagePage ofUser(String userId, @Nullable PartitionOffset before, int limit) {
    return new MessagePage(List.of(), null, null);
  }

  /**
   * Some messages.
   *
   * @param next where the next page starts; null at the start of the log
   * @param searchedTo when the oldest searched message was accepted; null if the search is complete
   */
  record MessagePage(
      List<MessageView> data, @Nullable PartitionOffset next, @Nullable Instant searchedTo) {

    public MessagePage {
      data = List.copyOf(data);
    }
  }

  /**
   * A message and its status at each destination.
   *
   * @param sourceId null for a computed message
   * @param message the JSON of the message; null if it is not shown
   * @param complete false if entries of the ledger about the message may be missing
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MessageView(
      @JsonProperty String messageId,
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) @Nullable SourceId sourceId,
      @JsonProperty String type,
      @JsonProperty @Nullable String userId,
      @JsonProperty @Nullable String anonymousId,
      @JsonProperty Instant acceptedAt,
      @JsonProperty int partition,
      @JsonProperty long offset,
      @JsonProperty @JsonRawValue @Nullable String message,
      @JsonProperty boolean complete,
      @JsonProperty List<DeliveryView> destinations) {

    public MessageView {
      destinations = List.copyOf(destinations);
    }

    /** The same message with other statuses. */
    MessageView with(List<DeliveryView> statuses) {
      return new MessageView(
          messageId,
          sourceId,
          type,
          userId,
          anonymousId,
          acceptedAt,
          partition,
          offset,
          message,
          complete,
          statuses);
    }
  }

  /** The status of a message at one destination. */
  enum State {
    /** No round has started. */
    WAITING,
    /** A round failed; another follows. */
    RETRYING,
    /** A URL accepted it. */
    DELIVERED,
    /** The retry window has ended, or the receiver rejected it. */
    FAILED,
    /** The log deleted it before delivery. */
    EXPIRED,
    /** The destination was disabled or deleted before delivery. */
    CANCELLED,
    /** A later deletion of the same user replaces it. */
    SUPERSEDED,
    /** The routing rules dropped it. */
    FILTERED,
    NOT_FOR_IT,
    /** It was delivered or filtered; the ledger tells which once the entry is indexed. */
    SETTLED,
    /** It was delivered or filtered before the oldest entry of the ledger. */
    UNKNOWN_BEFORE_LEDGER,
    /** It was delivered or filtered while the ledger could not be written. */
    UNKNOWN_IN_GAP
  }

  /**
   * The status of a message at one destination.
   *
   * @param reason why the last attempt failed or why the message is not for the destination; else
   *     null
   * @param status the last response status; null if there was none or it is not stored
   * @param lastError if held, why the destination's last attempt failed
   * @param round the number of rounds; null if it is not stored
   * @param endedAt when the delivery ended; null if it has not or if the ledger does not know
   * @param entries of the ledger, oldest first; null unless a story is asked for
   * @param gaps the gaps of the ledger in which entries of this delivery may be missing; null
   *     unless a story is asked for
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DeliveryView(
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) DestinationId destinationId,
      @JsonProperty State state,
      @JsonProperty @Nullable String reason,
      @JsonProperty @Nullable Integer status,
      @JsonProperty @Nullable FailureView lastError,
      @JsonProperty @Nullable Integer round,
      @JsonProperty @Nullable Instant nextAttemptAt,
      @JsonProperty @Nullable Instant endedAt,
      @JsonProperty @Nullable List<LedgerEntryView> entries,
      @JsonProperty @Nullable List<LedgerReach.Gap> gaps) {

    static DeliveryView of(DestinationId destinationId, State state, @Nullable String reason) {
      return new DeliveryView(
          destinationId, state, reason, null, null, null, null, null, null, null);
    }

    DeliveryView endedAt(@Nullable Instant time) {
      return new DeliveryView(
          destinationId,
          state,
          reason,
          status,
          lastError,
          round,
          nextAttemptAt,
          time,
          entries,
          gaps);
    }

    DeliveryView with(
        @Nullable List<LedgerEntryView> shown, @Nullable List<LedgerReach.Gap> missing) {
      return new DeliveryView(
          destinationId,
          state,
          reason,
          status,
          lastError,
          round,
          nextAttemptAt,
          endedAt,
          shown,
          missing);
    }
  }
}
