package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program while it computes, and then compares what it told with what is in its log.
 */
class AudienceKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 5);
  private static final int USERS = 300;
  private static final int LEAST = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicInteger turn = new AtomicInteger();
  private final BatchClients clients = new BatchClients(this::nextBatch);

  @Test
  void everyChange_isToldOnceHoweverOftenTheProcessIsKilled(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("AudienceKillIT -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    String writeKey;
    try (ChildServer first = start(folder)) {
      writeKey = first.writeKey();
      define(first);
      clients.loadUntilKilled(first, writeKey, 50);
    }
    for (int kill = 1; kill < KILLS; kill++) {
      try (ChildServer child = start(folder)) {
        clients.loadUntilKilled(child, writeKey, 20 + random.nextInt(200));
      }
    }
    try (ChildServer child = start(folder)) {
      assertThat(clients.send(child, writeKey)).isTrue();
      await().atMost(Duration.ofSeconds(60)).until(() -> isLevel(child));
      assertThat(child.terminate()).isZero();
    }
    compare(folder);
  }

  private static ChildServer start(Path folder) {
    return ChildServer.start(folder, Map.of("POSTRIDER_ADMIN_TOKEN", RunningServer.ADMIN_TOKEN));
  }

  private void define(ChildServer child) throws Exception {
    // a destination that nobody listens at: what counts is what is in the log
    String destination =
        order(
                child,
                "/api/destinations",
                "{'name':'d','sources':[],'settings':{'webhooks':[{'url':'http://192.0.2.1/'}]}}")
            .path("id")
            .asText();
    order(
        child,
        "/api/audiences",
        ("{'name':'Often','destinations':['%s'],"
                + "'definition':{'event':'E','count':{'op':'at_least','value':%d}}}")
            .formatted(destination, LEAST));
    order(
        child,
        "/api/computed-traits",
        "{'name':'Times','destinations':['%s'],'definition':{'kind':'event_count','event':'E'}}"
            .formatted(destination));
  }

  private String nextBatch() {
    StringBuilder batch = new StringBuilder("{\"batch\":[");
    for (int i = 0; i < 10; i++) {
      batch
          .append(i == 0 ? "" : ",")
          .append("{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u")
          .append(turn.getAndAdd(7) % USERS)
          .append("\"}");
    }
    return batch.append("]}").toString();
  }

  private static JsonNode order(ChildServer child, String path, String json) throws IOException {
    String answer = child.admin("POST", path, json.replace('\'', '"')).body();
    JsonNode made = JSON.readTree(answer);
    assertThat(made.has("id")).as(answer).isTrue();
    return made;
  }

  /** Whether everybody was evaluated, and every change went into the log. */
  private boolean isLevel(ChildServer child) throws Exception {
    String metrics = child.get("/metrics");
    return metrics.contains("follower_lag{follower=\"profiles\"} 0.0")
        && metrics.contains("postrider_audience_outbox 0.0")
        && child.get("/api/computed-traits").contains("\"status\":\"live\"")
        && sumOfValues(child) >= 0;
  }

  /** The events of all users as they are computed, or -1 while they are fewer than were sent. */
  private long sumOfValues(ChildServer child) throws Exception {
    String id = JSON.readTree(child.get("/api/computed-traits")).at("/data/0/id").asText();
    long sum = 0;
    String cursor = "";
    do {
      String path = "/api/computed-traits/" + id + "/members?limit=100" + cursor;
      JsonNode page = JSON.readTree(child.get(path));
      for (JsonNode member : page.path("data")) {
        sum += member.path("value").asLong();
      }
      cursor = page.path("next").isNull() ? "" : "&cursor=" + page.path("next").asText();
    } while (!cursor.isEmpty());
    String usage = child.get("/api/usage");
    long calls = 0;
    for (JsonNode row : JSON.readTree(usage).path("data")) {
      calls += row.path("calls").asLong();
    }
    return sum == calls && child.get("/metrics").contains("follower_lag{follower=\"usage\"} 0.0")
        ? sum
        : -1;
  }

  /** What was told last of each user has to be what the log says of them. */
  private static void compare(Path folder) throws IOException {
    Map<String, Integer> events = new HashMap<>();
    Map<String, String> byId = new HashMap<>();
    Map<String, String> times = new HashMap<>();
    Map<String, String> often = new HashMap<>();
    for (KeptMessage message : KeptMessage.readAll(folder)) {
      JsonNode json = JSON.readTree(message.json());
      String user = json.path("userId").asText();
      if (json.path("type").asText().equals("track")) {
        events.merge(user, 1, Integer::sum);
        continue;
      }
      String before = byId.put(json.path("messageId").asText(), message.json());
      if (before != null) {
        assertThat(message.json()).isEqualTo(before);
        continue;
      }
      JsonNode traits = json.path("traits");
      if (traits.has("times")) {
        String last = times.put(user, traits.path("times").asText());
        assertThat(last).isNotEqualTo(traits.path("times").asText());
      } else {
        assertThat(often.put(user, traits.path("often").asText())).isNull();
      }
    }
    System.out.printf("AudienceKillIT: %d users, %d changes told%n", events.size(), byId.size());
    assertThat(events).hasSizeGreaterThan(USERS / 2);
    events.forEach(
        (user, count) -> {
          assertThat(times.get(user)).as(user).isEqualTo(Integer.toString(count));
          assertThat(often.get(user)).as(user).isEqualTo(count >= LEAST ? "true" : null);
        });
  }
}
