package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program while it carries out a deletion, again and again: in the end every user
 * was deleted at every destination, always with the same words, and the request says so.
 */
class DeletionKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 6);
  private static final int USERS = 3_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> TOKEN =
      Map.of("POSTRIDER_ADMIN_TOKEN", RunningServer.ADMIN_TOKEN);
  private static final String[] FLAGS = {"--delivery.allow-networks=127.0.0.0/8"};

  @Test
  void everyUser_isDeletedEverywhere_howeverOftenTheProcessIsKilled(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("DeletionKillIT -Dpostrider.seed=" + seed + " -Dpostrider.kills=" + KILLS);
    Random random = new Random(seed);
    try (TestReceiver one = TestReceiver.open();
        TestReceiver two = TestReceiver.open()) {
      String request;
      try (ChildServer child = ChildServer.start(folder, TOKEN, FLAGS)) {
        connect(child, one);
        connect(child, two);
        request = order(child);
        child.kill(); // it was answered, so it is kept
      }
      for (int kill = 0; kill < KILLS; kill++) {
        int before = one.received().size();
        int more = 1 + random.nextInt(2 * USERS / KILLS / 3);
        try (ChildServer child = ChildServer.start(folder, TOKEN, FLAGS)) {
          await()
              .atMost(PATIENCE)
              .until(() -> one.received().size() >= before + more || isOver(child, request));
          child.kill();
        }
      }
      try (ChildServer child = ChildServer.start(folder, TOKEN, FLAGS)) {
        await().atMost(PATIENCE).until(() -> isOver(child, request));
        JsonNode done = read(child, request);
        assertThat(done.path("status").asText()).isEqualTo("FINISHED");
        for (JsonNode destination : done.at("/overview/0/destinations")) {
          assertThat(destination.path("delivered").asInt()).isEqualTo(USERS);
        }
        assertThat(child.terminate()).isZero();
      }
      assertAllDeleted(one);
      assertAllDeleted(two);
    }
  }

  private static void assertAllDeleted(TestReceiver receiver) throws IOException {
    Map<String, Set<String>> bodies = new HashMap<>();
    for (var received : receiver.received()) {
      String body = new String(received.body(), UTF_8);
      JsonNode message = JSON.readTree(body);
      assertThat(message.path("type").asText()).isEqualTo("delete");
      bodies.computeIfAbsent(message.path("userId").asText(), user -> new HashSet<>()).add(body);
    }
    System.out.printf(
        "DeletionKillIT: %d users, %d deletes%n", bodies.size(), receiver.received().size());
    assertThat(bodies).hasSize(USERS).allSatisfy((user, words) -> assertThat(words).hasSize(1));
  }

  private void connect(ChildServer child, TestReceiver receiver) throws Exception {
    JsonNode sources = JSON.readTree(child.get("/api/sources"));
    HttpResponse<String> created =
        child.admin(
            "POST",
            "/api/destinations",
            """
            {"name":"d","sources":["%s"],"settings":{"webhooks":[{"url":"%s"}]}}\
            """
                .formatted(sources.at("/data/0/id").asText(), receiver.url("/hook")));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
  }

  private String order(ChildServer child) throws Exception {
    List<String> users =
        IntStream.range(0, USERS).mapToObj(i -> "\"user " + i + "\"").collect(Collectors.toList());
    HttpResponse<String> made =
        child.admin(
            "POST",
            "/api/regulations",
            """
            {"regulationType":"DELETE_ONLY","subjectType":"USER_ID","subjectIds":%s}\
            """
                .formatted(users));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(202);
    return JSON.readTree(made.body()).path("id").asText();
  }

  private boolean isOver(ChildServer child, String request) throws Exception {
    return !List.of("INITIALIZED", "RUNNING")
        .contains(read(child, request).path("status").asText());
  }

  private JsonNode read(ChildServer child, String request) throws Exception {
    return JSON.readTree(child.get("/api/regulations/" + request));
  }
}
