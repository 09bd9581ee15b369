package io.postrider.server.ingest;

import io.postrider.message.Rejection;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The responses of the tracking API, in the format that all client libraries can read. */
final class TrackingResponses {

  private static final Buffer SUCCESS = Buffer.buffer("{\"success\":true}");

  /** A rejected message of a batch and its index. */
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

  /** Some messages of a batch were rejected. */
  static void partly(TrackingExchange exchange, List<RejectedItem> rejected) {
    JsonObject answer = new JsonObject().put("success", true).put("rejected", array(rejected));
    exchange.answer(200, answer.toBuffer());
  }

  static void failure(TrackingExchange exchange, Rejection why) {
    mistake(exchange, why.code().status(), why.code().wireName(), why.message());
  }

  /** All messages of a batch were rejected. */
  static void allRejected(TrackingExchange exchange, List<RejectedItem> rejected) {
    Rejection first = rejected.getFirst().why();
    JsonObject answer = error(first.code().wireName(), first.message());
    exchange.answer(400, answer.put("rejected", array(rejected)).toBuffer());
  }

  /** The whole request was rejected; the client should retry after some seconds. */
  static void later(TrackingExchange exchange, Rejection why, int seconds) {
    exchange.retryAfter(seconds);
    failure(exchange, why);
  }

  /** An error that is not about a message. */
  static void mistake(TrackingExchange exchange, int status, String code, String message) {
    exchange.answer(status, error(code, message).toBuffer());
  }

  /**
   * The settings that browser and mobile libraries load first. No destination runs in the browser.
   */
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
