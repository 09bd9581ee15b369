package io.postrider.server.delivery.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.message.MessageType;
import io.postrider.server.ledger.index.LedgerSearch;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the ledger as JSON: an attempt, the end of a delivery, or both.
 *
 * @param destinationId null for a message that the schema of its source blocks
 * @param messageId null if the log no longer holds the message
 * @param url null if the entry concerns the whole destination
 * @param round the number of the round, or of rounds so far; 0 if there was none
 * @param replay whether a replay delivered the message
 * @param repeat whether an attempt of the same round was recorded before: a restart repeated it
 * @param sent whether a request was sent
 * @param status the status of the response; null without one
 * @param reason why the attempt or the delivery failed; null if it did not
 * @param message the failure in words, or what filtered the message
 * @param lastError if held, why the destination's last attempt failed
 * @param bytes the size of the request's body
 * @param answer the beginning of the response's body; null if it is not kept
 * @param end how the delivery ended; null if it went on
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerEntryView(
    @JsonProperty Instant at,
    @JsonProperty @JsonSerialize(using = ToStringSerializer.class)
        @Nullable DestinationId destinationId,
    @JsonProperty @JsonSerialize(using = ToStringSerializer.class) @Nullable SourceId sourceId,
    @JsonProperty int partition,
    @JsonProperty long offset,
    @JsonProperty @Nullable String messageId,
    @JsonProperty @Nullable String type,
    @JsonProperty @Nullable String event,
    @JsonProperty @Nullable String url,
    @JsonProperty int round,
    @JsonProperty boolean replay,
    @JsonProperty boolean repeat,
    @JsonProperty boolean sent,
    @JsonProperty @Nullable Integer status,
    @JsonProperty @Nullable String reason,
    @JsonProperty @Nullable String message,
    @JsonProperty @Nullable FailureView lastError,
    @JsonProperty("latencyMillis") @Nullable Duration latency,
    @JsonProperty @Nullable Integer bytes,
    @JsonProperty @Nullable String answer,
    @JsonProperty @Nullable FinalStatus end) {

  static LedgerEntryView of(
      LedgerEntry entry, int partition, @Nullable String messageId, boolean repeat) {
    LedgerEntry.SentAttempt sent = entry.attempt();
    Failure failure = entry.failure();
    FailureView shown = failure == null ? null : FailureView.of(failure);
    String detail = entry.detail();
    String url = entry.target().url();
    return new LedgerEntryView(
        Instant.ofEpochMilli(entry.atMillis()),
        entry.target().destination() == 0 ? null : new DestinationId(entry.target().destination()),
        entry.subject().source() == 0 ? null : new SourceId(entry.subject().source()),
        partition,
        entry.offset(),
        messageId,
        MessageType.ofCode(entry.subject().type()).map(MessageType::wireName).orElse(null),
        event(entry.subject().event()),
        url.isEmpty() ? null : url,
        entry.round(),
        entry.replay(),
        repeat,
        sent != null,
        sent == null || sent.status() == 0 ? null : (Integer) sent.status(),
        shown == null ? null : shown.reason(),
        detail != null || shown == null ? detail : shown.message(),
        failure == null ? null : FailureView.lastError(failure),
        sent == null ? null : Duration.ofNanos(sent.latencyMicros() * 1_000),
        sent == null ? null : (Integer) sent.bytes(),
        sent == null || sent.answer() == null ? null : new String(sent.answer(), UTF_8),
        entry.end());
  }

  /** The name of an event as it is shown; null if there is none. */
  static @Nullable String event(String name) {
    if (name.isEmpty()) {
      return null;
    }
    return name.equals(LedgerSearch.OTHER_EVENTS) ? "(other)" : name;
  }

  /** The same with other texts, for a reader who may not see all. */
  LedgerEntryView with(
      @Nullable String shownMessageId,
      @Nullable String shownEvent,
      @Nullable String shownMessage,
      @Nullable String shownAnswer) {
    return new LedgerEntryView(
        at,
        destinationId,
        sourceId,
        partition,
        offset,
        shownMessageId,
        type,
        shownEvent,
        url,
        round,
        replay,
        repeat,
        sent,
        status,
        reason,
        shownMessage,
        lastError,
        latency,
        bytes,
        shownAnswer,
        end);
  }
}
