package io.postrider.server.commands.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.commands.demo.DemoSnapshot.DeliveryLine;
import io.postrider.server.commands.receiver.ReceivedWebhook;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the receivers of the demo got: the last deliveries, rates and latencies by destination, and
 * moves of users into and out of audiences. Any thread may call.
 */
final class ReceivedDeliveries {

  /** The most deliveries that are kept. */
  static final int MAX_RECENT = 200;

  /** Users who entered and left an audience. */
  record Moves(long entered, long left) {

    static final Moves NONE = new Moves(0, 0);

    Moves plus(boolean entry) {
      return entry ? new Moves(entered + 1, left) : new Moves(entered, left + 1);
    }
  }

  private final InstantSource time;
  private final Deque<DeliveryLine> recent = new ArrayDeque<>();
  private final Map<String, DeliveryMeter> meters = new HashMap<>();
  private final Map<String, Moves> moves = new HashMap<>();

  ReceivedDeliveries(InstantSource time) {
    this.time = time;
  }

  /** Takes what a receiver answered. */
  synchronized void add(String destination, ReceivedWebhook webhook) {
    Instant now = time.instant();
    JsonNode message = parse(webhook.body());
    boolean delivered = webhook.status() / 100 == 2;
    long latency = latencyMillis(message, now);
    meters.computeIfAbsent(destination, name -> new DeliveryMeter()).add(now, delivered, latency);
    String key = message.at("/context/personas/computation_key").asText("");
    boolean entry = message.path("traits").path(key).asBoolean();
    if (delivered && !key.isEmpty()) {
      moves.merge(key, Moves.NONE.plus(entry), (before, one) -> before.plus(entry));
    }
    if (recent.size() == MAX_RECENT) {
      recent.removeLast();
    }
    String event = message.path("event").asText(message.path("type").asText("?"));
    recent.addFirst(
        new DeliveryLine(
            now,
            destination,
            webhook.status(),
            webhook.signature().toString(),
            key.isEmpty() ? event : (entry ? "+ " : "- ") + key,
            message.path("userId").asText(""),
            latency));
  }

  private static JsonNode parse(String body) {
    try {
      return Json.parseOwn(body);
    } catch (ApiException notJson) {
      return Json.parseOwn("{}");
    }
  }

  private static long latencyMillis(JsonNode message, Instant now) {
    String accepted = message.path("receivedAt").asText("");
    return accepted.isEmpty()
        ? -1
        : Math.max(0, Duration.between(Instant.parse(accepted), now).toMillis());
  }

  /** The last deliveries, the newest first. */
  synchronized List<DeliveryLine> recent() {
    return List.copyOf(recent);
  }

  /** What the receiver of a destination got. */
  synchronized DeliveryMeter.Load load(String destination, Instant now) {
    return meters.computeIfAbsent(destination, name -> new DeliveryMeter()).at(now);
  }

  /** The moves of users that were delivered, by the key of the audience. */
  synchronized Moves moves(String audienceKey) {
    return moves.getOrDefault(audienceKey, Moves.NONE);
  }
}
