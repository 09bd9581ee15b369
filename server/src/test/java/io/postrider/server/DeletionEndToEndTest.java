package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A deletion from the admin API through the log to a receiver, and its status back. */
class DeletionEndToEndTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "50ms");

  @TempDir Path folder;

  private static JsonNode json(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String connect(RunningServer server, String url) {
    String source = json(server.admin("GET", "/api/sources", null), 200).at("/data/0/id").asText();
    return json(
            server.admin(
                "POST",
                "/api/destinations",
                """
                {"name":"Hook","sources":["%s"],"settings":{"webhooks":[{"url":"%s"}]}}\
                """
                    .formatted(source, url)),
            201)
        .path("id")
        .asText();
  }

  private static JsonNode delete(RunningServer server, String type, String users) {
    return json(
        server.admin(
            "POST",
            "/api/regulations",
            """
            {"regulationType":"%s","subjectType":"USER_ID","subjectIds":%s}\
            """
                .formatted(type, users)),
        202);
  }

  private static JsonNode ended(RunningServer server, JsonNode made) {
    String path = "/api/regulations/" + made.path("id").asText();
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> json(server.admin("GET", path, null), 200),
            now -> !List.of("INITIALIZED", "RUNNING").contains(now.path("status").asText()));
  }

  @Test
  void delete_arrivesAsExactlyThreeFields() {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, LOCAL)) {
      String destination = connect(server, receiver.url("/hook"));
      JsonNode made = delete(server, "SUPPRESS_WITH_DELETE", "[\"ada \\ud83d\\ude00\\n\"]");
      assertThat(made.path("status").asText()).isIn("INITIALIZED", "RUNNING");
      assertThat(made.path("suppressed").asInt()).isEqualTo(1);
      assertThat(new String(receiver.take().body(), UTF_8))
          .isEqualTo(
              "{\"type\":\"delete\",\"userId\":\"ada 😀\\n\",\"timestamp\":\"%s\"}"
                  .formatted(made.path("createdAt").asText()));
      JsonNode done = ended(server, made);
      assertThat(done.path("status").asText()).isEqualTo("FINISHED");
      assertThat(done.at("/overview/0/destinations/0/destinationId").asText())
          .isEqualTo(destination);
      assertThat(done.at("/overview/0/destinations/0/delivered").asInt()).isEqualTo(1);
      assertThat(done.at("/subjectIds/0").asText()).isEqualTo("ada 😀\n");
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void refusal_isAFailureWithItsReason_andAttemptsAreForgotten() {
    try (TestReceiver receiver = TestReceiver.open().always(Behaviour.status(410));
        RunningServer server = RunningServer.start(folder, LOCAL)) {
      String destination = connect(server, receiver.url("/hook"));
      String attempts = "/api/destinations/" + destination + "/deliveries";
      server.track("/v1/track", "{\"userId\":\"ada lovelace\",\"event\":\"Secret\"}");
      server.track("/v1/track", "{\"userId\":\"bob\",\"event\":\"Other\"}");
      await().until(() -> server.admin("GET", attempts, null).body().contains("Other"));
      assertThat(server.admin("GET", attempts, null).body()).contains("Secret");
      JsonNode done = ended(server, delete(server, "DELETE_ONLY", "[\"ada lovelace\"]"));
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
      try (RunningServer server = RunningServer.start(folder, LOCAL)) {
        destination = connect(server, receiver.url("/hook"));
        server.track("/v1/track", track("ada", "before", "m1"));
        server.track("/v1/track", track("bob", "before", "m2"));
        await().until(() -> receiver.received().size() == 2);
        JsonNode made =
            json(
                server.admin(
                    "POST",
                    "/api/regulations",
                    """
                    {"regulationType":"DELETE_ONLY","subjectType":"USER_ID","subjectIds":["ada"],\
                    "hideNow":true}\
                    """),
                202);
        assertThat(server.admin("GET", "/api/messages/m1", null).statusCode()).isEqualTo(404);
        assertThat(server.admin("GET", "/api/messages/m2", null).statusCode()).isEqualTo(200);
        assertThat(ended(server, made).path("status").asText()).isEqualTo("FINISHED");
        server.track("/v1/track", track("ada", "after", "m3"));
        await().until(() -> receiver.received().size() == 4);
      }
      try (RunningServer server = RunningServer.start(folder, LOCAL)) {
        assertThat(server.admin("GET", "/api/messages/m1", null).statusCode()).isEqualTo(404);
        assertThat(server.admin("GET", "/api/messages/m3", null).statusCode()).isEqualTo(200);
        json(
            server.admin(
                "POST",
                "/api/destinations/" + destination + "/replays",
                "{\"from\":\"2000-01-01T00:00:00Z\",\"to\":\"2100-01-01T00:00:00Z\"}"),
            201);
        await().until(() -> receiver.received().size() == 7); // all but what is hidden
      }
      List<String> bodies =
          receiver.received().stream().map(one -> new String(one.body(), UTF_8)).toList();
      assertThat(bodies).filteredOn(body -> body.contains("\"m1\"")).hasSize(1);
      assertThat(bodies).filteredOn(body -> body.contains("\"m2\"")).hasSize(2);
      assertThat(bodies).filteredOn(body -> body.contains("\"m3\"")).hasSize(2);
      assertThat(bodies).filteredOn(body -> body.contains("delete")).hasSize(2);
    }
  }

  private static String track(String user, String event, String messageId) {
    return """
    {"userId":"%s","event":"%s","messageId":"%s"}\
    """
        .formatted(user, event, messageId);
  }

  @Test
  void restart_goesOnWhereItStopped() {
    try (TestReceiver receiver = TestReceiver.open().always(Behaviour.status(503))) {
      JsonNode made;
      try (RunningServer server = RunningServer.start(folder, LOCAL)) {
        connect(server, receiver.url("/hook"));
        made = delete(server, "DELETE_ONLY", "[\"ada\",\"bob\"]");
        await().until(() -> receiver.received().size() >= 2);
      }
      receiver.always(Behaviour.status(200));
      try (RunningServer server = RunningServer.start(folder, LOCAL)) {
        JsonNode done = ended(server, made);
        assertThat(done.path("status").asText()).isEqualTo("FINISHED");
        assertThat(done.at("/overview/0/destinations/0/delivered").asInt()).isEqualTo(2);
      }
    }
  }
}
