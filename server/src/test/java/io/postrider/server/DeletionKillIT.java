package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program several times during a deletion. At the end every destination has a delete
 * for every user, repeated only with identical bytes, and the regulation is finished.
 */
class DeletionKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 3);
  private static final int USERS = 3_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  @Test
  void everyUser_isDeletedEverywhereAcrossKills(@TempDir Path folder) throws Exception {
    Random random = ChildServer.seededRandom(DeletionKillIT.class);
    try (TestReceiver one = TestReceiver.open();
        TestReceiver two = TestReceiver.open()) {
      String regulation;
      try (ChildServer child = start(folder)) {
        child.createDestination(one.url("/hook"));
        child.createDestination(two.url("/hook"));
        String[] users =
            IntStream.range(0, USERS).mapToObj(i -> "user " + i).toArray(String[]::new);
        regulation = "/api/regulations/" + child.regulate("DELETE_ONLY", users).path("id").asText();
        child.kill(); // The regulation was answered, so it is durable.
      }
      for (int kill = 0; kill < KILLS; kill++) {
        int before = one.received().size();
        int more = 1 + random.nextInt(2 * USERS / KILLS / 3);
        try (ChildServer child = start(folder)) {
          await()
              .atMost(TIMEOUT)
              .until(() -> one.received().size() >= before + more || isFinished(child, regulation));
          child.kill();
        }
      }
      try (ChildServer child = start(folder)) {
        await().atMost(TIMEOUT).until(() -> isFinished(child, regulation));
        JsonNode done = child.api(regulation);
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

  private static void assertAllDeleted(TestReceiver receiver) {
    Map<String, Set<String>> bodies = new HashMap<>();
    for (var received : receiver.received()) {
      String body = new String(received.body(), UTF_8);
      JsonNode message = TestNode.parse(body);
      assertThat(message.path("type").asText()).isEqualTo("delete");
      bodies.computeIfAbsent(message.path("userId").asText(), user -> new HashSet<>()).add(body);
    }
    System.out.printf(
        "DeletionKillIT: %d users, %d deletes%n", bodies.size(), receiver.received().size());
    assertThat(bodies)
        .hasSize(USERS)
        .allSatisfy((user, variants) -> assertThat(variants).hasSize(1));
  }

  private static ChildServer start(Path folder) {
    return ChildServer.start(folder, Map.of(), "--delivery.allow-networks=127.0.0.0/8");
  }

  private static boolean isFinished(ChildServer child, String regulation) {
    return !List.of("INITIALIZED", "RUNNING")
        .contains(child.api(regulation).path("status").asText());
  }
}
