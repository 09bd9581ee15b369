package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The admin API of deliveries, with real deliveries. */
@Tag("slow")
abstract class DeliveryAdminContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  DeliveryAdminContract(TestEngine engine) {
    this.engine = engine;
  }

  private RunningServer server;
  private TestReceiver receiver;
  private String destination;

  @BeforeEach
  void start() {
    server = engine.start(folder, TestNode.LOCAL);
    receiver = TestReceiver.open();
    JsonNode created =
        server.api(
            "POST",
            "/api/destinations",
            """
            {"name":"Hook","sources":["%s"],"settings":{"sharedSecret":"s3cret",\
            "webhooks":[{"url":"%s","headers":{"X-Api-Key":"k3y","X-Team":"blue"}}]}}\
            """
                .formatted(server.firstSource(), receiver.url("/hook?token=t0ken")));
    destination = "/api/destinations/" + created.path("id").asText();
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void track(String messageId) {
    HttpResponse<String> response =
        server.track(
            "/v1/track",
            "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(messageId));
    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void test_returnsEachOutcome() {
    receiver.then(Behaviour.answer(201, "thanks"));
    JsonNode delivered = server.api("POST", destination + "/test", "{\"type\":\"identify\"}");
    JsonNode outcome = delivered.path("outcomes").path(0);
    assertThat(outcome.path("delivered").asBoolean()).isTrue();
    assertThat(outcome.path("status").asInt()).isEqualTo(201);
    assertThat(outcome.path("answer").path("body").asText()).isEqualTo("thanks");
    assertThat(delivered.path("request").path("type").asText()).isEqualTo("identify");
    assertThat(receiver.take().header("X-Signature")).matches("[0-9a-f]{40}");

    receiver.then(Behaviour.status(404));
    JsonNode refused = server.api("POST", destination + "/test", "").path("outcomes").path(0);
    assertThat(refused.path("delivered").asBoolean()).isFalse();
    assertThat(refused.path("reason").asText()).isEqualTo("http_status");
  }

  @Test
  void attempts_areShownWithoutSecrets() {
    receiver.then(Behaviour.answer(500, "no"));
    track("m1");
    await()
        .untilAsserted(
            () -> {
              JsonNode attempts = server.api(destination + "/deliveries").path("data");
              assertThat(attempts.size()).isEqualTo(2);
            });
    JsonNode attempts = server.api(destination + "/deliveries").path("data");
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
    JsonNode lastError = server.api(destination).path("lastError");
    assertThat(lastError.path("reason").asText()).isEqualTo("http_status");
  }

  /** A URL that refuses has a closed breaker, but is not healthy in a failing destination. */
  @Test
  void onlyUrl_hasTheStateOfItsDestination() {
    receiver.then(Behaviour.status(404));
    track("m1");
    awaitState("failing");
    track("m2");
    awaitState("healthy");
  }

  private void awaitState(String state) {
    await().until(() -> server.api(destination).path("state").asText().equals(state));
    JsonNode url = server.api(destination + "/metrics").at("/urls/0");
    assertThat(url.path("state").asText()).isEqualTo(state);
    assertThat(url.path("breaker").asText()).isEqualTo("closed");
  }

  @Test
  void failed_isListedAndReplayed() {
    receiver.always(Behaviour.status(410));
    track("m1");
    track("m2");
    await()
        .until(
            () -> server.api(destination + "/deliveries?status=failed").path("data").size() == 2);
    JsonNode newest = server.api(destination + "/deliveries?status=failed&limit=1");
    assertThat(newest.path("data").path(0).path("messageId").asText()).isEqualTo("m2");
    assertThat(newest.path("data").path(0).path("status").asInt()).isEqualTo(410);
    JsonNode rest =
        server.api(
            destination + "/deliveries?status=failed&cursor=" + newest.path("next").asText());
    assertThat(rest.path("data").path(0).path("messageId").asText()).isEqualTo("m1");
    assertThat(rest.path("next").isNull()).isTrue();
    assertThat(status("m1").path("state").asText()).isEqualTo("failed");

    receiver.always(Behaviour.status(200));
    JsonNode replay =
        server.api(
            "POST",
            destination + "/replays",
            "{\"failed\":true,\"since\":\"2020-01-01T00:00:00Z\"}");
    await()
        .until(
            () ->
                server
                    .api(destination + "/replays/" + replay.path("id").asText())
                    .path("state")
                    .asText()
                    .equals("finished"));
    JsonNode ended = server.api(destination + "/replays").path("data").path(0);
    assertThat(ended.path("delivered").asInt()).isEqualTo(2);
    assertThat(server.api(destination + "/deliveries?status=failed").path("data").size()).isZero();
  }

  @Test
  void cancelled_isListedAndReplayedLikeFailed() {
    server.api("PATCH", destination, "{\"paused\":true}");
    String other =
        server
            .api("POST", "/api/sources", "{\"name\":\"Other\",\"type\":\"server\"}")
            .path("writeKey")
            .asText();
    track("m1");
    String notForIt = "{\"userId\":\"ada\",\"event\":\"E\",\"writeKey\":\"%s\"}".formatted(other);
    assertThat(server.post("/v1/track", notForIt.getBytes(UTF_8)).statusCode()).isEqualTo(200);
    track("m2");
    server.api("PATCH", destination, "{\"enabled\":false}");
    await()
        .until(
            () -> server.api(destination + "/deliveries?status=failed").path("data").size() == 2);
    JsonNode listed =
        server.api(destination + "/deliveries?status=failed&reason=cancelled").path("data");
    assertThat(listed.findValuesAsText("messageId")).containsExactlyInAnyOrder("m1", "m2");
    assertThat(listed.findValuesAsText("reason")).containsOnly("cancelled");
    await()
        .untilAsserted(
            () ->
                assertThat(server.get("/metrics").body().lines())
                    .anyMatch(line -> line.matches(".*deliveries_total.*\"cancelled\".* 2\\.0")));

    server.api("PATCH", destination, "{\"enabled\":true,\"paused\":false}");
    server.api(
        "POST", destination + "/replays", "{\"failed\":true,\"since\":\"2020-01-01T00:00:00Z\"}");
    receiver.take();
    receiver.take();
    await()
        .until(() -> server.api(destination + "/deliveries?status=failed").path("data").isEmpty());
    assertThat(receiver.received()).hasSize(2);
  }

  /** A replay that continues after a restart still shows its request, and later its result. */
  @Test
  void replay_showsRequestAndResult_alsoAfterARestart() {
    track("m1");
    receiver.take();
    for (String request :
        List.of(
            "{\"from\":\"2026-01-01T00:00:00.000Z\",\"to\":\"2126-01-01T00:00:00.000Z\"}",
            "{\"messageId\":\"m1\"}")) {
      server.api("PATCH", destination, "{\"paused\":true}");
      String id = server.api("POST", destination + "/replays", request).path("id").asText();
      server.close();
      server = engine.start(folder, TestNode.LOCAL);
      JsonNode replay = server.api(destination + "/replays/" + id);
      assertThat(replay.path("state").asText()).isEqualTo("waiting");
      TestNode.parse(request)
          .properties()
          .forEach(field -> assertThat(replay.get(field.getKey())).isEqualTo(field.getValue()));
      assertThat(replay.path("kind").asText())
          .isEqualTo(request.contains("from") ? "range" : "message");
      server.api("PATCH", destination, "{\"paused\":false}");
      receiver.take();
      await()
          .until(
              () ->
                  server
                      .api(destination + "/replays/" + id)
                      .path("state")
                      .asText()
                      .equals("finished"));
    }
    JsonNode before = server.api(destination + "/replays");
    assertThat(before.path("data").findValuesAsText("delivered")).containsExactly("1", "1");
    server.close();
    server = engine.start(folder, TestNode.LOCAL);
    assertThat(server.api(destination + "/replays")).isEqualTo(before);
  }

  @Test
  void failedOfADisconnectedSource_isSkipped() {
    receiver.always(Behaviour.status(410));
    track("m1");
    await()
        .until(
            () -> server.api(destination + "/deliveries?status=failed").path("data").size() == 1);
    server.api("PATCH", destination, "{\"sources\":[]}");
    receiver.always(Behaviour.status(200));
    server.api(
        "POST", destination + "/replays", "{\"failed\":true,\"since\":\"2020-01-01T00:00:00Z\"}");
    await()
        .until(
            () ->
                server
                    .api(destination + "/replays")
                    .path("data")
                    .path(0)
                    .path("state")
                    .asText()
                    .equals("finished"));
    JsonNode replay = server.api(destination + "/replays").path("data").path(0);
    assertThat(replay.path("skipped").asInt()).isEqualTo(1);
    assertThat(replay.path("delivered").asInt()).isZero();
    assertThat(receiver.received()).hasSize(1);
    assertThat(server.api(destination + "/deliveries?status=failed").path("data").size())
        .isEqualTo(1);
  }

  @Test
  void messageBeingRetried_isNotReplayed() {
    receiver.always(Behaviour.status(500));
    track("m1");
    await().until(() -> status("m1").path("state").asText().equals("retrying"));
    HttpResponse<String> response =
        server.admin("POST", destination + "/replays", "{\"messageId\":\"m1\"}");
    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(response.body()).contains("still being tried");
  }

  @Test
  void message_isFoundAndReplayed() {
    track("m1");
    track("m2");
    await().until(() -> receiver.received().size() == 2);
    assertThat(status("m1").path("state").asText()).isEqualTo("delivered");
    server.api("POST", destination + "/replays", "{\"messageId\":\"m1\"}");
    await().until(() -> receiver.received().size() == 3);
    assertThat(receiver.received().getLast().text()).contains("\"m1\"");
    HttpResponse<String> unknown =
        server.admin("POST", destination + "/replays", "{\"messageId\":\"m9\"}");
    assertThat(unknown.statusCode()).isEqualTo(422);
  }

  @Test
  void ambiguousMessage_needsItsSource() {
    JsonNode other = server.api("POST", "/api/sources", "{\"name\":\"Other\",\"type\":\"server\"}");
    String first = server.api(destination).path("sources").path(0).asText();
    String second = other.path("id").asText();
    server.api("PATCH", destination, "{\"sources\":[\"%s\",\"%s\"]}".formatted(first, second));
    track("m1");
    byte[] sameId = "{\"userId\":\"eve\",\"event\":\"E\",\"messageId\":\"m1\"}".getBytes(UTF_8);
    String key = other.path("writeKey").asText();
    server.post("/v1/track", sameId, "Authorization", RunningServer.basic(key));
    await().until(() -> receiver.received().size() == 2);

    HttpResponse<String> which =
        server.admin("POST", destination + "/replays", "{\"messageId\":\"m1\"}");
    assertThat(which.statusCode()).isEqualTo(422);
    assertThat(which.body()).contains("sourceId", first, second);
    server.api(
        "POST",
        destination + "/replays",
        "{\"messageId\":\"m1\",\"sourceId\":\"%s\"}".formatted(second));
    await().until(() -> receiver.received().size() == 3);
    assertThat(receiver.received().getLast().text()).contains("\"eve\"");
  }

  @Test
  void messageOfADeletedSource_isStillFound() {
    track("m1");
    await().until(() -> receiver.received().size() == 1);
    String source = server.api(destination).path("sources").path(0).asText();
    assertThat(server.admin("DELETE", "/api/sources/" + source, null).statusCode()).isEqualTo(204);
    // delivered if the ledger has its entry already
    assertThat(status("m1").path("state").asText()).isIn("settled", "delivered");
    assertThat(server.admin("DELETE", destination, null).statusCode()).isEqualTo(204);
    await()
        .until(() -> server.admin("GET", "/api/messages/m1", null).body().contains("acceptedAt"));
    assertThat(server.admin("GET", "/api/messages?userId=ada", null).body()).contains("m1");
  }

  private JsonNode status(String messageId) {
    return server.api("/api/messages/" + messageId).at("/data/0/destinations/0");
  }

  @Test
  void counters_surviveARestart() {
    track("m1");
    track("m2");
    await().until(() -> receiver.received().size() == 2);
    await().until(() -> delivered() == 2);
    server.close();
    server = engine.start(folder, TestNode.LOCAL);
    assertThat(delivered()).isEqualTo(2);
  }

  private long delivered() {
    long delivered = 0;
    for (JsonNode count : server.api(destination + "/metrics").path("data")) {
      delivered += count.path("delivered").asLong();
    }
    return delivered;
  }

  @Test
  void integrations_chooseADestinationByIdOrName() {
    String id = destination.substring("/api/destinations/".length());
    send("by-id", "{\"All\":false,\"" + id + "\":true}");
    send("not-by-id", "{\"" + id + "\":false,\"Hook\":true}");
    send("not-by-name", "{\"Hook\":false,\"Webhooks\":true}");
    send("not-by-lower-case-all", "{\"all\":false}");
    send("by-name", "{\"All\":false,\"Hook\":true}");
    // a message is routed when it is read, here by the names before the change
    await().until(() -> receiver.received().size() == 2);
    server.api("PATCH", destination, "{\"name\":\"Renamed\"}");
    send("old-name", "{\"All\":false,\"Hook\":true}");
    send("new-name", "{\"All\":false,\"Renamed\":true}");
    await().until(() -> receiver.received().size() == 3);
    assertThat(receiver.received())
        .extracting(request -> RunningServer.parse(request.text()).path("messageId").asText())
        .containsExactlyInAnyOrder("by-id", "by-name", "new-name");
    JsonNode excluded = status("old-name");
    assertThat(excluded.path("state").asText()).isEqualTo("not_for_it");
    assertThat(excluded.path("reason").asText()).isEqualTo("integrations");
  }

  private void send(String messageId, String integrations) {
    String body =
        "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"%s\",\"integrations\":%s}"
            .formatted(messageId, integrations);
    assertThat(server.track("/v1/track", body).statusCode()).isEqualTo(200);
  }

  @Test
  void blockedEvent_isNotDelivered() {
    server.api("PUT", "/api/sources/" + server.firstSource() + "/schema/E", "{\"allowed\":false}");
    track("m1");
    server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"F\",\"messageId\":\"m2\"}");
    await().until(() -> receiver.received().size() == 1);
    assertThat(receiver.received().getFirst().text()).contains("\"m2\"");
    assertThat(status("m1").path("state").asText()).isEqualTo("filtered");
  }
}
