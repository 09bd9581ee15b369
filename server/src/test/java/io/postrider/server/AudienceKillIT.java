package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the real program while it evaluates audiences, and checks its messages against the log. */
class AudienceKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 3);
  private static final int CLIENTS = 4;
  private static final int USERS = 300;
  private static final int MIN_COUNT = 4;

  private final AtomicInteger nextUser = new AtomicInteger();

  @Test
  void everyChange_isSentOnceAcrossKills(@TempDir Path folder) throws Exception {
    Random random = ChildServer.seededRandom(AudienceKillIT.class);
    String writeKey;
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      writeKey = child.writeKey();
      define(child);
      kill(child, writeKey, 50);
    }
    for (int kill = 1; kill < KILLS; kill++) {
      try (ChildServer child = ChildServer.start(folder, Map.of())) {
        kill(child, writeKey, 20 + random.nextInt(200));
      }
    }
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      assertThat(child.acceptsBatch(nextBatch(), writeKey)).isTrue();
      await().atMost(Duration.ofSeconds(60)).until(() -> isCaughtUp(child));
      assertThat(child.terminate()).isZero();
    }
    assertMessagesMatchEvents(folder);
  }

  private void kill(ChildServer child, String writeKey, int requests) throws Exception {
    child.killUnderLoad(CLIENTS, requests, client -> child.acceptsBatch(nextBatch(), writeKey));
  }

  private static void define(ChildServer child) {
    // Nothing listens at this destination; the test reads the messages from the log.
    String destination = child.createDestinationWithoutSource("http://192.0.2.1/");
    child.api(
        "POST",
        "/api/audiences",
        ("{'name':'Often','destinations':['%s'],"
                + "'definition':{'event':'E','count':{'op':'at_least','value':%d}}}")
            .formatted(destination, MIN_COUNT));
    child.api(
        "POST",
        "/api/computed-traits",
        "{'name':'Times','destinations':['%s'],'definition':{'kind':'event_count','event':'E'}}"
            .formatted(destination));
  }

  private String nextBatch() {
    return IntStream.range(0, 10)
        .map(i -> nextUser.getAndAdd(7) % USERS)
        .mapToObj("{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u%d\"}"::formatted)
        .collect(Collectors.joining(",", "{\"batch\":[", "]}"));
  }

  /** Whether every call is counted and evaluated, and every change is in the log. */
  private static boolean isCaughtUp(ChildServer child) {
    String metrics = child.get("/metrics").body();
    return metrics.contains("follower_lag{follower=\"profiles\"} 0.0")
        && metrics.contains("follower_lag{follower=\"usage\"} 0.0")
        && metrics.contains("postrider_audience_outbox 0.0")
        && child.api("/api/computed-traits").at("/data/0/status").asText().equals("live")
        && sumOfValues(child) == child.calls();
  }

  /** The sum of the computed event counts of all users. */
  private static long sumOfValues(ChildServer child) {
    String id = child.api("/api/computed-traits").at("/data/0/id").asText();
    long sum = 0;
    String cursor = "";
    do {
      JsonNode page = child.api("/api/computed-traits/" + id + "/members?limit=100" + cursor);
      for (JsonNode member : page.path("data")) {
        sum += member.path("value").asLong();
      }
      cursor = page.path("next").isNull() ? "" : "&cursor=" + page.path("next").asText();
    } while (!cursor.isEmpty());
    return sum;
  }

  /** The last message about each user must agree with the user's events in the log. */
  private static void assertMessagesMatchEvents(Path folder) {
    Map<String, Integer> events = new HashMap<>();
    Map<String, String> byId = new HashMap<>();
    Map<String, String> times = new HashMap<>();
    Map<String, String> often = new HashMap<>();
    for (StoredMessage message : StoredMessage.readAll(folder)) {
      JsonNode json = message.tree();
      String user = json.path("userId").asText();
      if (json.path("type").asText().equals("track")) {
        events.merge(user, 1, Integer::sum);
        continue;
      }
      String previous = byId.put(json.path("messageId").asText(), message.json());
      if (previous != null) {
        assertThat(message.json()).isEqualTo(previous);
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
    System.out.printf("AudienceKillIT: %d users, %d changes sent%n", events.size(), byId.size());
    assertThat(events).hasSizeGreaterThan(USERS / 2);
    events.forEach(
        (user, count) -> {
          assertThat(times.get(user)).as(user).isEqualTo(Integer.toString(count));
          assertThat(often.get(user)).as(user).isEqualTo(count >= MIN_COUNT ? "true" : null);
        });
  }
}
