package io.postrider.server.delivery.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.http.admin.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a replay sends again, as the user ordered it. The text form is the JSON of the order. */
public sealed interface ReplayOrder {

  /** All messages for the destination that were accepted in a time range. */
  record Range(Instant from, Instant to) implements ReplayOrder {}

  /** All failed messages that were accepted since a time. */
  record FailedSince(Instant since) implements ReplayOrder {}

  /**
   * One message, whatever its status.
   *
   * @param sourceId the source that sent it; null if only one source used this message ID
   */
  record OneMessage(String messageId, @Nullable String sourceId) implements ReplayOrder {}

  default String text() {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    switch (this) {
      case Range range -> {
        text.put("from", range.from().toString());
        text.put("to", range.to().toString());
      }
      case FailedSince failed -> {
        text.put("failed", true);
        text.put("since", failed.since().toString());
      }
      case OneMessage one -> {
        text.put("messageId", one.messageId());
        text.put("sourceId", one.sourceId());
      }
    }
    return Json.text(text);
  }

  /** The order of a text that {@link #text} returned. */
  static ReplayOrder parse(String text) {
    JsonNode order = Json.parseOwn(text);
    if (order.has("messageId")) {
      return new OneMessage(order.path("messageId").asText(), order.path("sourceId").textValue());
    }
    return order.has("since")
        ? new FailedSince(time(order, "since"))
        : new Range(time(order, "from"), time(order, "to"));
  }

  private static Instant time(JsonNode order, String field) {
    return Instant.parse(order.path(field).asText());
  }
}
