package io.postrider.server.delivery.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.delivery.api.Replays.FailedSince;
import io.postrider.server.delivery.api.Replays.OneMessage;
import io.postrider.server.delivery.api.Replays.Order;
import io.postrider.server.delivery.api.Replays.Range;
import io.postrider.server.http.admin.Json;
import java.time.Instant;

/** Orders of replays as text, in the form that they are posted in. Pure. */
final class ReplayOrderText {

  private ReplayOrderText() {}

  /** An order as text. */
  static String of(Order order) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    switch (order) {
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

  /** The order of a text that {@link #of} has made. */
  static Order parse(String text) {
    JsonNode order = Json.parse(text.getBytes(UTF_8));
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
