package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of messages and destinations, and the overview, with real deliveries. */
@Tag("slow")
abstract class DeliveryStatusEndToEndContract {

  @RegisterExtension final TestEngine engine;

  private static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.1/32", "delivery.retry-first-delay", "50ms");

  @TempDir Path folder;

  DeliveryStatusEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  private RunningServer server;
  private TestReceiver receiver;
  private String source;
  private String writeKey;
  private String destination;

  @BeforeEach
  void start() {
    receiver = TestReceiver.open();
    server = engine.start(folder, LOCAL);
    writeKey = server.writeKey();
    source = server.firstSource();
    destination = server.createDestination(receiver.url("/hook"));
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void restart() {
    server.close();
    server = engine.start(folder, LOCAL);
  }

  private void track(String messageId, String userId) {
    String json =
        "{\"userId\":\"%s\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(userId, messageId);
    assertThat(post(json)).isEqualTo(200);
  }

  private int post(String json) {
    return server.track("/v1/track", json, writeKey).statusCode();
  }

  private JsonNode status(String messageId) {
    return server.api("/api/messages/" + messageId).at("/data/0/destinations/0");
  }

  private void awaitStatus(String messageId, String state) {
    await()
        .untilAsserted(() -> assertThat(status(messageId).path("state").asText()).isEqualTo(state));
  }

  private void awaitOverview(Predicate<JsonNode> expected) {
    await().until(() -> expected.test(server.api("/api/overview")));
  }

  // ---- states of messages

  @Test
  void delivered_isKnownAfterARestart() {
    track("m1", "ada");
    awaitStatus("m1", "delivered");
    restart();
    assertThat(status("m1").path("state").asText()).isEqualTo("delivered");
  }

  @Test
  void retrying_becomesDelivered() {
    receiver.always(Behaviour.status(503));
    track("m1", "ada");
    awaitStatus("m1", "retrying");
    assertThat(status("m1").path("reason").asText()).isEqualTo("http_status");
    receiver.always(Behaviour.status(200));
    awaitStatus("m1", "delivered");
  }

  @Test
  void failed_hasReasonAndTime() {
    receiver.always(Behaviour.status(410));
    track("m1", "ada");
    awaitStatus("m1", "failed");
    assertThat(status("m1").path("status").asInt()).isEqualTo(410);
    JsonNode failed = failedDeliveries("").path(0);
    assertThat(Instant.parse(failed.path("failedAt").asText()))
        .isBetween(Instant.parse(failed.path("acceptedAt").asText()), Instant.now());
    restart();
    assertThat(failedDeliveries("").path(0).path("failedAt")).isEqualTo(failed.path("failedAt"));
  }

  private JsonNode failedDeliveries(String query) {
    return server
        .api("/api/destinations/" + destination + "/deliveries?status=failed" + query)
        .path("data");
  }

  private void restartWith(String key, String value) {
    server.close();
    Map<String, String> settings = new HashMap<>(LOCAL);
    settings.put(key, value);
    server = engine.start(folder, settings);
  }

  /** Each request as method, path and body, separated by spaces. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /try-now {}",
        "POST /test {}",
        "PATCH {\"maxConcurrency\":7}",
        "PATCH {\"paused\":true} PATCH {\"paused\":false}",
        "PATCH {\"enabled\":false} PATCH {\"enabled\":true}"
      })
  void repairedReceiver_isTriedAtOnce(String requests) {
    restartWith("delivery.retry-first-delay", "10m");
    receiver.always(Behaviour.status(500));
    for (int message = 0; message < 20; message++) {
      track("m" + message, "ada");
    }
    String path = "/api/destinations/" + destination;
    await().until(() -> server.api(path).path("state").asText().equals("failing"));
    receiver.always(Behaviour.status(200));
    String method = "";
    String rest = "";
    for (String word : requests.split(" ", -1)) {
      if (word.startsWith("/")) {
        rest = word;
      } else if (word.startsWith("{")) {
        server.api(method, path + rest, word);
      } else {
        method = word;
      }
    }
    track("last", "ada");
    awaitStatus("last", "delivered");
    await().until(() -> server.api(path).path("state").asText().equals("healthy"));
  }

  @Test
  void neverSentToAFailingDestination_isHeldWithItsLastError() {
    restartWith("delivery.retry-window", "2s");
    receiver.always(Behaviour.status(500));
    for (int message = 0; message < 40; message++) {
      track("m" + message, "ada");
    }
    await().until(() -> !failedDeliveries("&reason=held").isEmpty());
    JsonNode held = failedDeliveries("&reason=held").path(0);
    assertThat(held.has("status")).isFalse();
    assertThat(held.path("message").asText())
        .isEqualTo(
            "Never sent: the destination was failing; last error: The receiver answered 500.");
    assertThat(held.at("/lastError/reason").asText()).isEqualTo("http_status");
    assertThat(held.at("/lastError/status").asInt()).isEqualTo(500);
    assertThat(Instant.parse(held.path("failedAt").asText()))
        .isBetween(Instant.parse(held.path("acceptedAt").asText()), Instant.now());
    String messageId = held.path("messageId").asText();
    assertThat(status(messageId).path("reason").asText()).isEqualTo("held");
    assertThat(receiver.received())
        .noneMatch(request -> request.text().contains("\"" + messageId + "\""));
  }

  @Test
  void waiting_whilePaused_isCancelledByDisabling() {
    server.api("PATCH", "/api/destinations/" + destination, "{\"paused\":true}");
    track("m1", "ada");
    awaitStatus("m1", "waiting");
    server.api("PATCH", "/api/destinations/" + destination, "{\"enabled\":false}");
    awaitStatus("m1", "cancelled");
    track("m2", "ada");
    awaitStatus("m2", "not_for_it");
  }

  @Test
  void filteredByRules_differsFromExcludedByIntegrations() {
    server.api("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":false}");
    track("m1", "ada");
    awaitStatus("m1", "filtered");
    post(
        "{\"userId\":\"u\",\"event\":\"F\",\"messageId\":\"m2\",\"integrations\":{\"All\":false}}");
    awaitStatus("m2", "not_for_it");
    assertThat(status("m2").path("reason").asText()).isEqualTo("integrations");
  }

  /** The ledger knows what happened, whatever settings change afterwards. */
  @Test
  void delivered_staysKnownWhenTheRulesChange() {
    track("m1", "ada");
    awaitEntry("m1");
    server.api("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":false}");
    track("m2", "ada");
    awaitStatus("m2", "filtered");
    assertThat(status("m1").path("state").asText()).isEqualTo("delivered");
    awaitEntry("m2");
    server.api("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":true}");
    track("m3", "ada");
    awaitStatus("m3", "delivered");
    restart();
    assertThat(status("m1").path("state").asText()).isEqualTo("delivered");
    assertThat(status("m2").path("state").asText()).isEqualTo("filtered");
    assertThat(status("m3").path("state").asText()).isEqualTo("delivered");
  }

  private void awaitEntry(String messageId) {
    await().until(() -> status(messageId).hasNonNull("endedAt"));
  }

  /** Settings that do not affect routing do not change the known states. */
  @Test
  void delivered_staysKnownWhenOnlyTheRateChanges() {
    track("m1", "ada");
    awaitStatus("m1", "delivered");
    server.api("PATCH", "/api/destinations/" + destination, "{\"maxRate\":5}");
    assertThat(status("m1").path("state").asText()).isEqualTo("delivered");
  }

  // ---- lookup by user

  @Test
  void messagesOfAUser_areFoundNewestFirstWithStates() {
    for (int i = 1; i <= 5; i++) {
      track("a" + i, "ada");
      track("b" + i, "bob");
    }
    awaitStatus("b5", "delivered");
    JsonNode first = server.api("/api/messages?userId=ada&limit=2");
    assertThat(first.path("data")).hasSize(2);
    assertThat(first.path("searchedTo").asText()).isNotEmpty();
    List<String> all = new ArrayList<>();
    JsonNode page = first;
    while (true) {
      for (JsonNode message : page.path("data")) {
        all.add(message.path("messageId").asText());
        assertThat(message.path("destinations").path(0).path("state").asText())
            .isEqualTo("delivered");
      }
      if (page.path("next").isNull()) {
        break;
      }
      page = server.api("/api/messages?userId=ada&limit=2&cursor=" + page.path("next").asText());
    }
    assertThat(all).containsExactly("a5", "a4", "a3", "a2", "a1");
    assertThat(server.api("/api/messages?messageId=b3").at("/data/0/userId").asText())
        .isEqualTo("bob");
    assertThat(server.api("/api/messages?userId=nobody").toString()).startsWith("{\"data\":[]");
  }

  // ---- what viewers see

  @Test
  void viewer_doesNotSeeRedactedFields() {
    String viewer =
        server
            .api("POST", "/api/tokens", "{\"name\":\"v\",\"role\":\"viewer\"}")
            .path("token")
            .asText();
    server.api("PATCH", "/api/workspace", "{\"redactedFields\":[\"properties.card\",\"*.email\"]}");
    post(
        "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"m1\","
            + "\"properties\":{\"card\":{\"n\":\"4711\"},\"total\":5},"
            + "\"context\":{\"traits\":{\"email\":\"a@b.c\"}}}");
    awaitStatus("m1", "delivered");
    String attempts = "/api/destinations/" + destination + "/deliveries";
    for (String path : List.of("/api/messages/m1", "/api/messages?userId=ada", attempts)) {
      assertThat(server.admin("GET", path, null).body()).contains("4711", "a@b.c");
      HttpResponse<String> seen =
          server.send(
              HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + viewer));
      assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
      assertThat(seen.body()).doesNotContain("4711", "a@b.c").contains("***", "total");
    }
    assertThat(receiver.take().text()).contains("4711", "a@b.c");
  }

  // ---- states of destinations

  @Test
  void destinationThatRejectsEverything_isFailing() {
    receiver.always(Behaviour.status(404));
    for (int i = 0; i < 10; i++) {
      track("m" + i, "ada");
    }
    await()
        .untilAsserted(
            () ->
                assertThat(server.api("/api/destinations/" + destination).path("state").asText())
                    .isEqualTo("failing"));
    JsonNode attention = server.api("/api/overview").path("attention");
    assertThat(attention.findValuesAsText("kind"))
        .containsExactly("destination_failing", "failed_deliveries");
    assertThat(attention.at("/0/message").asText()).contains("404");
    receiver.always(Behaviour.status(200));
    track("m10", "ada");
    await()
        .untilAsserted(
            () ->
                assertThat(server.api("/api/destinations/" + destination).path("state").asText())
                    .isEqualTo("healthy"));
  }

  @Test
  void refusedAddress_isFailingAtOnceAndNamesTheSetting() {
    server.api("DELETE", "/api/destinations/" + destination, "");
    destination = server.createDestination("http://127.0.0.2:9/");
    track("m1", "ada");
    await()
        .untilAsserted(
            () -> {
              JsonNode shown = server.api("/api/destinations/" + destination);
              assertThat(shown.path("state").asText()).isEqualTo("failing");
              assertThat(shown.at("/lastError/message").asText())
                  .contains("127.0.0.2", "delivery.allow-networks");
            });
    JsonNode failed =
        server.api("/api/destinations/" + destination + "/deliveries?status=failed").at("/data/0");
    assertThat(failed.path("message").asText()).contains("delivery.allow-networks");
  }

  // ---- overview

  @Test
  void overview_countsAcceptedAndDelivered_alsoAcrossRestarts() {
    server.createDestination(receiver.url("/second"));
    for (int i = 0; i < 4; i++) {
      track("m" + i, "ada");
    }
    assertThat(post("{\"event\":\"nobody\"}")).isEqualTo(400);
    awaitOverview(overview -> overview.at("/totals/delivered").asLong() == 8);
    restart();
    track("m9", "ada");
    awaitOverview(overview -> overview.at("/totals/delivered").asLong() == 10);
    JsonNode overview = server.api("/api/overview");
    JsonNode totals = overview.path("totals");
    assertThat(totals.path("accepted").asLong()).isEqualTo(5);
    assertThat(totals.path("rejected").asLong()).isEqualTo(1);
    assertThat(totals.path("successRate").asDouble()).isEqualTo(1.0);
    assertThat(totals.path("latencyP95").asDouble()).isPositive();
    assertThat(overview.path("accepted")).hasSizeBetween(60, 61);
    assertThat(overview.at("/destinations/total").asInt()).isEqualTo(2);
    assertThat(overview.at("/destinations/byState/healthy").asInt()).isEqualTo(2);
    assertThat(overview.at("/backlog/messages").asLong()).isZero();
    assertThat(server.api("/api/notifications").path("data")).isEmpty();
  }

  @Test
  void overview_showsAHeldBacklog() {
    receiver.always(Behaviour.status(500));
    for (int i = 0; i < 12; i++) {
      track("m" + i, "ada");
    }
    awaitOverview(overview -> overview.at("/attention/0/kind").asText().equals("destination_held"));
    JsonNode overview = server.api("/api/overview");
    assertThat(overview.at("/backlog/messages").asLong()).isEqualTo(12);
    assertThat(overview.at("/backlog/oldestAt").asText())
        .isEqualTo(server.api("/api/messages/m0").at("/data/0/acceptedAt").asText());
    assertThat(overview.at("/attention/0/since").asText()).isNotEmpty();
    assertThat(overview.at("/destinations/byState/failing").asInt()).isEqualTo(1);
  }

  /** The backlog is sampled once a minute, so the test advances the clock. */
  @Test
  void backlog_isSampledPerMinute_alsoAcrossRestarts() {
    AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    InstantSource time = () -> Instant.now().plus(ahead.get());
    server.close();
    server = engine.start(folder, LOCAL, time);
    server.api("PATCH", "/api/destinations/" + destination, "{\"paused\":true}");
    track("m1", "ada");
    track("m2", "ada");
    awaitStatus("m2", "waiting");
    ahead.set(Duration.ofMinutes(5));
    await().until(() -> lastBacklog("/api/overview", "delivered") == 2);
    server.close();
    server = engine.start(folder, LOCAL, time);
    String metrics = "/api/destinations/" + destination + "/metrics";
    assertThat(lastBacklog(metrics, "data")).isEqualTo(2);
    for (JsonNode shown :
        List.of(server.api(metrics).path("data"), server.api("/api/overview").path("delivered"))) {
      List<JsonNode> samples = shown.findValues("backlog");
      assertThat(samples.size()).as("minutes without a sample").isLessThan(10);
      JsonNode last = samples.getLast();
      assertThat(last.path("ageMillis").asDouble()).isBetween(240_000.0, 360_000.0);
    }
  }

  private long lastBacklog(String path, String series) {
    List<JsonNode> samples = server.api(path).path(series).findValues("backlog");
    return samples.isEmpty() ? -1 : samples.getLast().path("messages").asLong();
  }
}
