package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A deletion, from the admin API to a receiver, and its status. */
@Tag("slow")
abstract class DeletionEndToEndContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  DeletionEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  private static JsonNode ended(RunningServer server, JsonNode regulation) {
    String path = "/api/regulations/" + regulation.path("id").asText();
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> server.api(path),
            now -> !List.of("INITIALIZED", "RUNNING").contains(now.path("status").asText()));
  }

  @Test
  void delete_hasExactlyThreeFields() {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = engine.start(folder, TestNode.LOCAL)) {
      String destination = server.createDestination(receiver.url("/hook"));
      JsonNode regulation = server.regulate("SUPPRESS_WITH_DELETE", "ada \\ud83d\\ude00\\n");
      assertThat(regulation.path("status").asText()).isIn("INITIALIZED", "RUNNING");
      assertThat(regulation.path("suppressed").asInt()).isEqualTo(1);
      assertThat(new String(receiver.take().body(), UTF_8))
          .isEqualTo(
              "{\"type\":\"delete\",\"userId\":\"ada 😀\\n\",\"timestamp\":\"%s\"}"
                  .formatted(regulation.path("createdAt").asText()));
      JsonNode done = ended(server, regulation);
      assertThat(done.path("status").asText()).isEqualTo("FINISHED");
      assertThat(done.at("/overview/0/destinations/0/destinationId").asText())
          .isEqualTo(destination);
      assertThat(done.at("/overview/0/destinations/0/delivered").asInt()).isEqualTo(1);
      assertThat(done.at("/subjectIds/0").asText()).isEqualTo("ada 😀\n");
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void refusal_failsWithReason_andSamplesAreErased() {
    try (TestReceiver receiver = TestReceiver.open().always(Behaviour.status(410));
        RunningServer server = engine.start(folder, TestNode.LOCAL)) {
      String destination = server.createDestination(receiver.url("/hook"));
      String attempts = "/api/destinations/" + destination + "/deliveries";
      server.track("/v1/track", "{\"userId\":\"ada lovelace\",\"event\":\"Secret\"}");
      server.track("/v1/track", "{\"userId\":\"bob\",\"event\":\"Other\"}");
      await()
          .untilAsserted( // in any order: a log may have several partitions
              () ->
                  assertThat(server.admin("GET", attempts, null).body())
                      .contains("Other")
                      .contains("Secret"));
      JsonNode done = ended(server, server.regulate("DELETE_ONLY", "ada lovelace"));
      assertThat(done.path("status").asText()).isEqualTo("FAILED");
      assertThat(done.at("/overview/0/destinations/0/reason").asText()).isEqualTo("http_status");
      assertThat(server.admin("GET", attempts, null).body())
          .contains("Other")
          .doesNotContain("Secret")
          .doesNotContain("ada lovelace");
    }
  }

  @Test
  void hiddenMessages_areNeitherSentNorShownNorReplayed_alsoAfterARestart() throws Exception {
    try (TestReceiver receiver = TestReceiver.open()) {
      String destination;
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        destination = server.createDestination(receiver.url("/hook"));
        server.track("/v1/track", track("ada", "before", "m1"));
        server.track("/v1/track", track("bob", "before", "m2"));
        await().until(() -> receiver.received().size() == 2);
        JsonNode regulation =
            server.api(
                "POST",
                "/api/regulations",
                "{'regulationType':'DELETE_ONLY','subjectType':'USER_ID','subjectIds':['ada'],"
                    + "'hideNow':true}");
        assertThat(server.admin("GET", "/api/messages/m1", null).statusCode()).isEqualTo(404);
        assertThat(server.admin("GET", "/api/messages/m2", null).statusCode()).isEqualTo(200);
        assertThat(ended(server, regulation).path("status").asText()).isEqualTo("FINISHED");
        server.track("/v1/track", track("ada", "after", "m3"));
        await().until(() -> receiver.received().size() == 4);
      }
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        assertThat(server.admin("GET", "/api/messages/m1", null).statusCode()).isEqualTo(404);
        assertThat(server.admin("GET", "/api/messages/m3", null).statusCode()).isEqualTo(200);
        server.api(
            "POST",
            "/api/destinations/" + destination + "/replays",
            "{'from':'2000-01-01T00:00:00Z','to':'2100-01-01T00:00:00Z'}");
        await().until(() -> receiver.received().size() == 7); // all except hidden ones
      }
      List<String> bodies =
          receiver.received().stream().map(one -> new String(one.body(), UTF_8)).toList();
      assertThat(bodies).filteredOn(body -> body.contains("\"m1\"")).hasSize(1);
      assertThat(bodies).filteredOn(body -> body.contains("\"m2\"")).hasSize(2);
      assertThat(bodies).filteredOn(body -> body.contains("\"m3\"")).hasSize(2);
      assertThat(bodies).filteredOn(body -> body.contains("delete")).hasSize(2);
    }
  }

  /** What waits behind a pause is older than the delete, and is read before it. */
  @Test
  void waitingMessages_areSuperseded_alsoAfterARestart() {
    try (TestReceiver receiver = TestReceiver.open()) {
      String destination;
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        destination = "/api/destinations/" + server.createDestination(receiver.url("/hook"));
        server.api("PATCH", destination, "{'paused':true}");
        server.track("/v1/track", track("ada", "before", "m1"));
        server.track("/v1/track", track("bob", "before", "m2"));
        JsonNode regulation = server.regulate("DELETE_ONLY", "ada");
        String path = "/api/regulations/" + regulation.path("id").asText();
        await().until(() -> server.api(path).at("/overview/0/sent").asInt() == 1);
        server.track("/v1/track", track("ada", "after", "m3"));
        server.api("PATCH", destination, "{'paused':false}");
        await().until(() -> receiver.received().size() == 3);
        assertThat(state(server, "m1")).isEqualTo("superseded");
        server.api("PATCH", destination, "{'paused':true}");
        server.track("/v1/track", track("eve", "before", "m4"));
        JsonNode second = server.regulate("DELETE_ONLY", "eve");
        String other = "/api/regulations/" + second.path("id").asText();
        await().until(() -> server.api(other).at("/overview/0/sent").asInt() == 1);
      }
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        server.api("PATCH", destination, "{'paused':false}");
        await().until(() -> receiver.received().size() == 4);
        assertThat(state(server, "m4")).isEqualTo("superseded");
        assertThat(state(server, "m3")).isEqualTo("delivered");
      }
      assertThat(receiver.received())
          .extracting(one -> new String(one.body(), UTF_8))
          .noneMatch(body -> body.contains("\"m1\"") || body.contains("\"m4\""))
          .anyMatch(body -> body.contains("\"m2\""))
          .anyMatch(body -> body.contains("\"m3\""));
    }
  }

  private static String state(RunningServer server, String messageId) {
    return await()
        .until(
            () ->
                server
                    .api("/api/messages/" + messageId)
                    .at("/data/0/destinations/0/state")
                    .asText(),
            state -> !List.of("waiting", "settled").contains(state));
  }

  private static String track(String user, String event, String messageId) {
    return """
    {"userId":"%s","event":"%s","messageId":"%s"}\
    """
        .formatted(user, event, messageId);
  }

  @Test
  void restart_continuesTheDeletion() {
    try (TestReceiver receiver = TestReceiver.open().always(Behaviour.status(503))) {
      JsonNode regulation;
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        server.createDestination(receiver.url("/hook"));
        regulation = server.regulate("DELETE_ONLY", "ada", "bob");
        await().until(() -> receiver.received().size() >= 2);
      }
      receiver.always(Behaviour.status(200));
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        JsonNode done = ended(server, regulation);
        assertThat(done.path("status").asText()).isEqualTo("FINISHED");
        assertThat(done.at("/overview/0/destinations/0/delivered").asInt()).isEqualTo(2);
      }
    }
  }
}
