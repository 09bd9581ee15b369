package io.postrider.server.commands.importer;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tracking API in memory, which stores a message ID once, and a clock that moves when somebody
 * waits. Calls of type {@code bad} are rejected; a batch with a type {@code poison} is unreadable.
 */
final class FakeTrackingService implements BatchSender.Transport, BatchSender.Pause, InstantSource {

  final Map<String, JsonNode> stored = new LinkedHashMap<>();
  final List<Integer> batches = new ArrayList<>();
  final Deque<BatchAnswer> next = new ArrayDeque<>();
  final List<Duration> pauses = new ArrayList<>();
  private Instant now = Instant.EPOCH;

  BatchSender sender(Duration patience) {
    return new BatchSender(this, this, this, patience);
  }

  @Override
  public BatchAnswer post(byte[] body) {
    BatchAnswer scripted = next.poll();
    if (scripted != null) {
      return scripted;
    }
    JsonNode batch = Json.parse(body).path("batch");
    batches.add(batch.size());
    List<Rejection> rejected = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      switch (batch.get(i).path("type").asText()) {
        case "poison" -> {
          return new BatchAnswer.Unreadable("invalid_json", "poison");
        }
        case "bad" -> rejected.add(new Rejection(i, "type_unknown", "The type is unknown."));
        default -> {
          JsonNode _ = stored.putIfAbsent(batch.get(i).path("messageId").asText(), batch.get(i));
        }
      }
    }
    return new BatchAnswer.Settled(rejected);
  }

  @Override
  public void sleep(Duration time) {
    pauses.add(time);
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
