package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the admin API tells and does about real deliveries. */
class DeliveryAdminTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "50ms");

  @TempDir Path folder;

  private RunningServer server;
  private TestReceiver receiver;
  private String destination;

  @BeforeEach
  void start() throws IOException {
    server = RunningServer.start(folder, LOCAL);
    receiver = TestReceiver.open();
    String source = ask("GET", "/api/sources", null).path("data").path(0).path("id").asText();
    JsonNode created =
        ask(
            "POST",
            "/api/destinations",
            """
            {"name":"Hook","sources":["%s"],"settings":{"sharedSecret":"s3cret",\
            "webhooks":[{"url":"%s","headers":{"X-Api-Key":"k3y","X-Team":"blue"}}]}}\
            """
                .formatted(source, receiver.url("/hook?token=t0ken")));
    destination = "/api/destinations/" + created.path("id").asText();
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private JsonNode ask(String method, String path, @Nullable String json) throws IOException {
    HttpResponse<String> answer = server.admin(method, path, json);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return JSON.readTree(answer.body());
  }

  private void track(String messageId) {
    HttpResponse<String> answer =
        server.track(
            "/v1/track",
            "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(messageId));
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Test
  void test_tellsEachOutcomeAndObeysTheSameRules() throws IOException {
    receiver.then(Behaviour.answer(201, "thanks"));
    JsonNode delivered = ask("POST", destination + "/test", "{\"type\":\"identify\"}");
    JsonNode outcome = delivered.path("outcomes").path(0);
    assertThat(outcome.path("delivered").asBoolean()).isTrue();
    assertThat(outcome.path("status").asInt()).isEqualTo(201);
    assertThat(outcome.path("answer").path("body").asText()).isEqualTo("thanks");
    assertThat(delivered.path("request").path("type").asText()).isEqualTo("identify");
    assertThat(receiver.take().header("X-Signature")).matches("[0-9a-f]{40}");

    receiver.then(Behaviour.status(404));
    JsonNode refused = ask("POST", destination + "/test", "").path("outcomes").path(0);
    assertThat(refused.path("delivered").asBoolean()).isFalse();
    assertThat(refused.path("reason").asText()).isEqualTo("http_status");
  }

  @Test
  void attempts_areShownWithoutSecrets() throws IOException {
    receiver.then(Behaviour.answer(500, "no"));
    track("m1");
    await()
        .untilAsserted(
            () -> {
              JsonNode attempts = ask("GET", destination + "/deliveries", null).path("data");
              assertThat(attempts.size()).isEqualTo(2);
            });
    JsonNode attempts = ask("GET", destination + "/deliveries", null).path("data");
    JsonNode second = attempts.path(0);
    JsonNode first = attempts.path(1);
    assertThat(second.path("outcome").asText()).isEqualTo("delivered");
    assertThat(second.path("round").asInt()).isEqualTo(2);
    assertThat(first.path("outcome").asText()).isEqualTo("failed");
    assertThat(first.path("status").asInt()).isEqualTo(500);
    assertThat(first.path("messageId").asText()).isEqualTo("m1");
    assertThat(first.path("answer").path("body").asText()).isEqualTo("no");
    assertThat(first.path("request").path("headers").path("X-Api-Key").asText()).isEqualTo("***");
    assertThat(first.path("request").path("headers").path("X-Team").asText()).isEqualTo("blue");
    assertThat(attempts.toString()).doesNotContain("t0ken", "k3y", "s3cret");
    JsonNode lastError = ask("GET", destination, null).path("lastError");
    assertThat(lastError.path("reason").asText()).isEqualTo("http_status");
  }

  @Test
  void failed_isListedAndReplayed() throws IOException {
    receiver.always(Behaviour.status(410));
    track("m1");
    track("m2");
    await()
        .until(
            () ->
                ask("GET", destination + "/deliveries?status=failed", null).path("data").size()
                    == 2);
    JsonNode newest = ask("GET", destination + "/deliveries?status=failed&limit=1", null);
    assertThat(newest.path("data").path(0).path("messageId").asText()).isEqualTo("m2");
    assertThat(newest.path("data").path(0).path("status").asInt()).isEqualTo(410);
    JsonNode rest =
        ask(
            "GET",
            destination + "/deliveries?status=failed&cursor=" + newest.path("next").asText(),
            null);
    assertThat(rest.path("data").path(0).path("messageId").asText()).isEqualTo("m1");
    assertThat(rest.path("next").isNull()).isTrue();
    assertThat(fate("m1").path("state").asText()).isEqualTo("failed");

    receiver.always(Behaviour.status(200));
    JsonNode replay =
        ask(
            "POST",
            destination + "/replays",
            "{\"failed\":true,\"since\":\"2020-01-01T00:00:00Z\"}");
    await()
        .until(
            () ->
                ask("GET", destination + "/replays/" + replay.path("id").asText(), null)
                    .path("state")
                    .asText()
                    .equals("finished"));
    JsonNode ended = ask("GET", destination + "/replays", null).path("data").path(0);
    assertThat(ended.path("delivered").asInt()).isEqualTo(2);
    assertThat(ask("GET", destination + "/deliveries?status=failed", null).path("data").size())
        .isZero();
  }

  @Test
  void cancelled_isListedAndReplayedLikeFailed() throws IOException {
    ask("PATCH", destination, "{\"paused\":true}");
    String other =
        ask("POST", "/api/sources", "{\"name\":\"Other\",\"type\":\"server\"}")
            .path("writeKey")
            .asText();
    track("m1");
    String notForIt = "{\"userId\":\"ada\",\"event\":\"E\",\"writeKey\":\"%s\"}".formatted(other);
    assertThat(server.post("/v1/track", notForIt.getBytes(UTF_8)).statusCode()).isEqualTo(200);
    track("m2");
    ask("PATCH", destination, "{\"enabled\":false}");
    await()
        .until(
            () ->
                ask("GET", destination + "/deliveries?status=failed", null).path("data").size()
                    == 2);
    JsonNode listed =
        ask("GET", destination + "/deliveries?status=failed&reason=cancelled", null).path("data");
    assertThat(listed.findValuesAsText("messageId")).containsExactlyInAnyOrder("m1", "m2");
    assertThat(listed.findValuesAsText("reason")).containsOnly("cancelled");
    await()
        .untilAsserted(
            () ->
                assertThat(server.get("/metrics").body().lines())
                    .anyMatch(line -> line.matches(".*deliveries_total.*\"cancelled\".* 2\\.0")));

    ask("PATCH", destination, "{\"enabled\":true,\"paused\":false}");
    ask("POST", destination + "/replays", "{\"failed\":true,\"since\":\"2020-01-01T00:00:00Z\"}");
    receiver.take();
    receiver.take();
    await()
        .until(
            () ->
                ask("GET", destination + "/deliveries?status=failed", null).path("data").isEmpty());
    assertThat(receiver.received()).hasSize(2);
  }

  /** A replay that goes on after a restart still tells what was ordered, and later how it ended. */
  @Test
  void replay_tellsWhatWasOrderedAndHowItEndedAlsoAfterARestart() throws IOException {
    track("m1");
    receiver.take();
    for (String order :
        List.of(
            "{\"from\":\"2026-01-01T00:00:00.000Z\",\"to\":\"2126-01-01T00:00:00.000Z\"}",
            "{\"messageId\":\"m1\"}")) {
      ask("PATCH", destination, "{\"paused\":true}");
      String id = ask("POST", destination + "/replays", order).path("id").asText();
      server.close();
      server = RunningServer.start(folder, LOCAL);
      JsonNode replay = ask("GET", destination + "/replays/" + id, null);
      assertThat(replay.path("state").asText()).isEqualTo("waiting");
      JSON.readTree(order)
          .properties()
          .forEach(field -> assertThat(replay.get(field.getKey())).isEqualTo(field.getValue()));
      assertThat(replay.path("kind").asText())
          .isEqualTo(order.contains("from") ? "range" : "message");
      ask("PATCH", destination, "{\"paused\":false}");
      receiver.take();
      await()
          .until(
              () ->
                  ask("GET", destination + "/replays/" + id, null)
                      .path("state")
                      .asText()
                      .equals("finished"));
    }
    JsonNode before = ask("GET", destination + "/replays", null);
    assertThat(before.path("data").findValuesAsText("delivered")).containsExactly("1", "1");
    server.close();
    server = RunningServer.start(folder, LOCAL);
    assertThat(ask("GET", destination + "/replays", null)).isEqualTo(before);
  }

  @Test
  void failedOfASourceThatIsNoLongerConnected_isSkipped() throws IOException {
    receiver.always(Behaviour.status(410));
    track("m1");
    await()
        .until(
            () ->
                ask("GET", destination + "/deliveries?status=failed", null).path("data").size()
                    == 1);
    ask("PATCH", destination, "{\"sources\":[]}");
    receiver.always(Behaviour.status(200));
    ask("POST", destination + "/replays", "{\"failed\":true,\"since\":\"2020-01-01T00:00:00Z\"}");
    await()
        .until(
            () ->
                ask("GET", destination + "/replays", null)
                    .path("data")
                    .path(0)
                    .path("state")
                    .asText()
                    .equals("finished"));
    JsonNode replay = ask("GET", destination + "/replays", null).path("data").path(0);
    assertThat(replay.path("skipped").asInt()).isEqualTo(1);
    assertThat(replay.path("delivered").asInt()).isZero();
    assertThat(receiver.received()).hasSize(1);
    assertThat(ask("GET", destination + "/deliveries?status=failed", null).path("data").size())
        .isEqualTo(1);
  }

  @Test
  void messageThatIsStillTried_isNotReplayed() throws IOException {
    receiver.always(Behaviour.status(500));
    track("m1");
    await().until(() -> fate("m1").path("state").asText().equals("retrying"));
    HttpResponse<String> answer =
        server.admin("POST", destination + "/replays", "{\"messageId\":\"m1\"}");
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("still being tried");
  }

  @Test
  void oneMessage_isFoundAndSentAgain() throws IOException {
    track("m1");
    track("m2");
    await().until(() -> receiver.received().size() == 2);
    assertThat(fate("m1").path("state").asText()).isEqualTo("delivered");
    ask("POST", destination + "/replays", "{\"messageId\":\"m1\"}");
    await().until(() -> receiver.received().size() == 3);
    assertThat(receiver.received().getLast().text()).contains("\"m1\"");
    HttpResponse<String> unknown =
        server.admin("POST", destination + "/replays", "{\"messageId\":\"m9\"}");
    assertThat(unknown.statusCode()).isEqualTo(422);
  }

  @Test
  void oneMessageOfSeveral_isNamedByItsSource() throws IOException {
    JsonNode other = ask("POST", "/api/sources", "{\"name\":\"Other\",\"type\":\"server\"}");
    String first = ask("GET", destination, null).path("sources").path(0).asText();
    String second = other.path("id").asText();
    ask("PATCH", destination, "{\"sources\":[\"%s\",\"%s\"]}".formatted(first, second));
    track("m1");
    byte[] same = "{\"userId\":\"eve\",\"event\":\"E\",\"messageId\":\"m1\"}".getBytes(UTF_8);
    String key = other.path("writeKey").asText();
    server.post("/v1/track", same, "Authorization", RunningServer.basic(key));
    await().until(() -> receiver.received().size() == 2);

    HttpResponse<String> which =
        server.admin("POST", destination + "/replays", "{\"messageId\":\"m1\"}");
    assertThat(which.statusCode()).isEqualTo(422);
    assertThat(which.body()).contains("sourceId", first, second);
    ask(
        "POST",
        destination + "/replays",
        "{\"messageId\":\"m1\",\"sourceId\":\"%s\"}".formatted(second));
    await().until(() -> receiver.received().size() == 3);
    assertThat(receiver.received().getLast().text()).contains("\"eve\"");
  }

  @Test
  void messageOfADeletedSource_isStillFound() throws IOException {
    track("m1");
    await().until(() -> receiver.received().size() == 1);
    String source = ask("GET", destination, null).path("sources").path(0).asText();
    assertThat(server.admin("DELETE", "/api/sources/" + source, null).statusCode()).isEqualTo(204);
    assertThat(fate("m1").path("state").asText()).isEqualTo("settled");
    assertThat(server.admin("DELETE", destination, null).statusCode()).isEqualTo(204);
    await()
        .until(() -> server.admin("GET", "/api/messages/m1", null).body().contains("acceptedAt"));
    assertThat(server.admin("GET", "/api/messages?userId=ada", null).body()).contains("m1");
  }

  private JsonNode fate(String messageId) throws IOException {
    JsonNode found = ask("GET", "/api/messages/" + messageId, null);
    JsonNode message = found.isArray() ? found.path(0) : found;
    if (message.has("data")) {
      message = message.path("data").path(0);
    }
    return message.path("destinations").path(0);
  }

  @Test
  void counters_survivesARestart() throws IOException {
    track("m1");
    track("m2");
    await().until(() -> receiver.received().size() == 2);
    await().until(() -> delivered() == 2);
    server.close();
    server = RunningServer.start(folder, LOCAL);
    assertThat(delivered()).isEqualTo(2);
  }

  private long delivered() throws IOException {
    long delivered = 0;
    for (JsonNode count : ask("GET", destination + "/metrics", null).path("data")) {
      delivered += count.path("delivered").asLong();
    }
    return delivered;
  }

  @Test
  void blockedEvent_isNotDelivered() throws IOException {
    String source = ask("GET", "/api/sources", null).path("data").path(0).path("id").asText();
    ask("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":false}");
    track("m1");
    server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"F\",\"messageId\":\"m2\"}");
    await().until(() -> receiver.received().size() == 1);
    assertThat(receiver.received().getFirst().text()).contains("\"m2\"");
    assertThat(fate("m1").path("state").asText()).isEqualTo("filtered");
  }
}
