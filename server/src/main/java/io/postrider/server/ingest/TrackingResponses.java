package io.postrider.server.ingest;

import io.postrider.message.Rejection;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tracking API's answers, in the one shape that every client library can read. */
final class TrackingResponses {

  private static final Buffer SUCCESS = Buffer.buffer("{\"success\":true}");

  /** A message of a batch that was not accepted, and its place there. */
  record RejectedItem(int index, @Nullable String messageId, Rejection why) {

    JsonObject json() {
      JsonObject item = new JsonObject().put("index", index);
      if (messageId != null) {
        item.put("messageId", messageId);
      }
      return item.put("code", why.code().wireName()).put("message", why.message());
    }
  }

  private TrackingResponses() {}

  static void success(TrackingExchange exchange) {
    exchange.answer(200, SUCCESS);
  }

  /** Some messages of a batch were accepted and some were not. */
  static void partly(TrackingExchange exchange, List<RejectedItem> rejected) {
    JsonObject answer = new JsonObject().put("success", true).put("rejected", array(rejected));
    exchange.answer(200, answer.toBuffer());
  }

  /** Nothing was accepted, for one reason. */
  static void failure(TrackingExchange exchange, Rejection why) {
    mistake(exchange, why.code().status(), why.code().wireName(), why.message());
  }

  /** No message of a batch was accepted. */
  static void allRejected(TrackingExchange exchange, List<RejectedItem> rejected) {
    Rejection first = rejected.getFirst().why();
    JsonObject answer = error(first.code().wireName(), first.message());
    exchange.answer(400, answer.put("rejected", array(rejected)).toBuffer());
  }

  /** Nothing was accepted now; trying again after some seconds may help. */
  static void later(TrackingExchange exchange, Rejection why, int seconds) {
    exchange.retryAfter(seconds);
    failure(exchange, why);
  }

  /** A mistake about the protocol, which no message could be blamed for. */
  static void mistake(TrackingExchange exchange, int status, String code, String message) {
    exchange.answer(status, error(code, message).toBuffer());
  }

  /** What browser and mobile libraries load first; Webhooks is never run inside them. */
  static void settings(TrackingExchange exchange, String writeKey) {
    JsonObject ours = new JsonObject().put("apiKey", writeKey);
    JsonObject integrations = new JsonObject().put("Segment.io", ours);
    exchange.answer(200, new JsonObject().put("integrations", integrations).toBuffer());
  }

  private static JsonObject error(String code, String message) {
    return new JsonObject()
        .put("success", false)
        .put("code", code)
        .put("message", message)
        .put("error", message);
  }

  private static JsonArray array(List<RejectedItem> rejected) {
    return new JsonArray(rejected.stream().map(RejectedItem::json).toList());
  }
}
