package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of the whole and of single messages, over HTTP against the real server. */
class InsightTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.1/32", "delivery.retry-first-delay", "50ms");

  @TempDir Path folder;

  private RunningServer server;
  private TestReceiver receiver;
  private String source;
  private String writeKey;
  private String destination;

  @BeforeEach
  void start() throws IOException {
    receiver = TestReceiver.open();
    server = RunningServer.start(folder, LOCAL);
    writeKey = server.writeKey();
    source = ask("GET", "/api/sources", null).path("data").path(0).path("id").asText();
    destination = create("Hook", receiver.url("/hook"));
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void restart() {
    server.close();
    server = RunningServer.start(folder, LOCAL);
  }

  private String create(String name, String... urls) throws IOException {
    String hooks =
        String.join(
            ",", List.of(urls).stream().map(url -> "{\"url\":\"%s\"}".formatted(url)).toList());
    return ask(
            "POST",
            "/api/destinations",
            "{\"name\":\"%s\",\"sources\":[\"%s\"],\"settings\":{\"webhooks\":[%s]}}"
                .formatted(name, source, hooks))
        .path("id")
        .asText();
  }

  private JsonNode ask(String method, String path, @Nullable String json) throws IOException {
    HttpResponse<String> answer = server.admin(method, path, json);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return JSON.readTree(answer.body());
  }

  private JsonNode get(String path) throws IOException {
    return ask("GET", path, null);
  }

  private void track(String messageId, String userId) {
    String json =
        "{\"userId\":\"%s\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(userId, messageId);
    assertThat(post(json)).isEqualTo(200);
  }

  private int post(String json) {
    return server
        .post("/v1/track", json.getBytes(UTF_8), "Authorization", RunningServer.basic(writeKey))
        .statusCode();
  }

  private JsonNode fate(String messageId) throws IOException {
    return get("/api/messages/" + messageId).at("/data/0/destinations/0");
  }

  private void awaitFate(String messageId, String state) {
    await()
        .untilAsserted(() -> assertThat(fate(messageId).path("state").asText()).isEqualTo(state));
  }

  private void awaitOverview(Predicate<JsonNode> expected) {
    await().until(() -> expected.test(get("/api/overview")));
  }

  // ---- fates

  @Test
  void fate_isDeliveredAlsoAfterARestart() throws IOException {
    track("m1", "ada");
    awaitFate("m1", "delivered");
    restart();
    assertThat(fate("m1").path("state").asText()).isEqualTo("delivered");
  }

  @Test
  void fate_isRetryingThenDelivered() throws IOException {
    receiver.always(Behaviour.status(503));
    track("m1", "ada");
    awaitFate("m1", "retrying");
    assertThat(fate("m1").path("reason").asText()).isEqualTo("http_status");
    receiver.always(Behaviour.status(200));
    awaitFate("m1", "delivered");
  }

  @Test
  void fate_isFailedWithReasonAndTime() throws IOException {
    receiver.always(Behaviour.status(410));
    track("m1", "ada");
    awaitFate("m1", "failed");
    assertThat(fate("m1").path("status").asInt()).isEqualTo(410);
    JsonNode failed =
        get("/api/destinations/" + destination + "/deliveries?status=failed").at("/data/0");
    assertThat(failed.path("failedAt").asText()).endsWith(":00.000Z");
    restart();
    JsonNode after =
        get("/api/destinations/" + destination + "/deliveries?status=failed").at("/data/0");
    assertThat(after.path("failedAt")).isEqualTo(failed.path("failedAt"));
  }

  @Test
  void fate_isWaitingWhilePausedAndCancelledByDisabling() throws IOException {
    ask("PATCH", "/api/destinations/" + destination, "{\"paused\":true}");
    track("m1", "ada");
    awaitFate("m1", "waiting");
    ask("PATCH", "/api/destinations/" + destination, "{\"enabled\":false}");
    awaitFate("m1", "cancelled");
    track("m2", "ada");
    awaitFate("m2", "not_for_it");
  }

  @Test
  void fate_isFilteredWhereTheRulesHeldItBack_andNotForItWhereItSaysSo() throws IOException {
    ask("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":false}");
    track("m1", "ada");
    awaitFate("m1", "filtered");
    post(
        "{\"userId\":\"u\",\"event\":\"F\",\"messageId\":\"m2\",\"integrations\":{\"All\":false}}");
    awaitFate("m2", "not_for_it");
    assertThat(fate("m2").path("reason").asText()).isEqualTo("integrations");
  }

  /** Nobody can tell whether an old message passed, once the rules are others. */
  @Test
  void fate_isSettledWhereTheRulesChangedSince() throws IOException {
    track("m1", "ada");
    awaitFate("m1", "delivered");
    ask("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":false}");
    track("m2", "ada");
    awaitFate("m2", "filtered");
    assertThat(fate("m1").path("state").asText()).isEqualTo("settled");
    ask("PUT", "/api/sources/" + source + "/schema/E", "{\"allowed\":true}");
    track("m3", "ada");
    awaitFate("m3", "delivered");
    restart();
    assertThat(fate("m1").path("state").asText()).isEqualTo("settled");
    assertThat(fate("m2").path("state").asText()).isEqualTo("settled");
    assertThat(fate("m3").path("state").asText()).isEqualTo("delivered");
  }

  /** Changes of what does not decide about messages change nothing about what is known. */
  @Test
  void fate_staysKnownWhenOnlyTheNameChanges() throws IOException {
    track("m1", "ada");
    awaitFate("m1", "delivered");
    ask("PATCH", "/api/destinations/" + destination, "{\"name\":\"Other\",\"maxRate\":5}");
    assertThat(fate("m1").path("state").asText()).isEqualTo("delivered");
  }

  // ---- lookup by user

  @Test
  void messagesOfAUser_areFoundNewestFirstWithTheirFates() throws IOException {
    for (int i = 1; i <= 5; i++) {
      track("a" + i, "ada");
      track("b" + i, "bob");
    }
    awaitFate("b5", "delivered");
    JsonNode first = get("/api/messages?userId=ada&limit=2");
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
      page = get("/api/messages?userId=ada&limit=2&cursor=" + page.path("next").asText());
    }
    assertThat(all).containsExactly("a5", "a4", "a3", "a2", "a1");
    assertThat(get("/api/messages?messageId=b3").at("/data/0/userId").asText()).isEqualTo("bob");
    assertThat(get("/api/messages?userId=nobody").toString()).startsWith("{\"data\":[]");
  }

  // ---- what viewers see

  @Test
  void viewer_doesNotSeeRedactedFields() throws IOException {
    String viewer =
        ask("POST", "/api/tokens", "{\"name\":\"v\",\"role\":\"viewer\"}").path("token").asText();
    ask("PATCH", "/api/workspace", "{\"redactedFields\":[\"properties.card\",\"*.email\"]}");
    post(
        "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"m1\","
            + "\"properties\":{\"card\":{\"n\":\"4711\"},\"total\":5},"
            + "\"context\":{\"traits\":{\"email\":\"a@b.c\"}}}");
    awaitFate("m1", "delivered");
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

  // ---- state

  @Test
  void destinationThatRefusesEverything_isFailing() throws IOException {
    receiver.always(Behaviour.status(404));
    for (int i = 0; i < 10; i++) {
      track("m" + i, "ada");
    }
    await()
        .untilAsserted(
            () ->
                assertThat(get("/api/destinations/" + destination).path("state").asText())
                    .isEqualTo("failing"));
    JsonNode attention = get("/api/overview").path("attention");
    assertThat(attention.findValuesAsText("kind"))
        .containsExactly("destination_failing", "failed_deliveries");
    assertThat(attention.at("/0/message").asText()).contains("404");
    receiver.always(Behaviour.status(200));
    track("m10", "ada");
    await()
        .untilAsserted(
            () ->
                assertThat(get("/api/destinations/" + destination).path("state").asText())
                    .isEqualTo("healthy"));
  }

  @Test
  void addressThatIsRefused_isFailingAtOnceAndNamesTheSetting() throws IOException {
    ask("DELETE", "/api/destinations/" + destination, null);
    destination = create("Inside", "http://127.0.0.2:9/");
    track("m1", "ada");
    await()
        .untilAsserted(
            () -> {
              JsonNode told = get("/api/destinations/" + destination);
              assertThat(told.path("state").asText()).isEqualTo("failing");
              assertThat(told.at("/lastError/message").asText())
                  .contains("127.0.0.2", "delivery.allow-networks");
            });
    JsonNode failed =
        get("/api/destinations/" + destination + "/deliveries?status=failed").at("/data/0");
    assertThat(failed.path("message").asText()).contains("delivery.allow-networks");
  }

  // ---- overview

  @Test
  void overview_countsWhatComesInAndGoesOutAlsoAcrossRestarts() throws IOException {
    create("Second", receiver.url("/second"));
    for (int i = 0; i < 4; i++) {
      track("m" + i, "ada");
    }
    assertThat(post("{\"event\":\"nobody\"}")).isEqualTo(400);
    awaitOverview(overview -> overview.at("/totals/delivered").asLong() == 8);
    restart();
    track("m9", "ada");
    awaitOverview(overview -> overview.at("/totals/delivered").asLong() == 10);
    JsonNode overview = get("/api/overview");
    JsonNode totals = overview.path("totals");
    assertThat(totals.path("accepted").asLong()).isEqualTo(5);
    assertThat(totals.path("rejected").asLong()).isEqualTo(1);
    assertThat(totals.path("successRate").asDouble()).isEqualTo(1.0);
    assertThat(totals.path("latencyP95").asDouble()).isPositive();
    assertThat(overview.path("accepted")).hasSizeBetween(60, 61);
    assertThat(overview.at("/destinations/total").asInt()).isEqualTo(2);
    assertThat(overview.at("/destinations/byState/healthy").asInt()).isEqualTo(2);
    assertThat(overview.at("/backlog/messages").asLong()).isZero();
    assertThat(get("/api/notifications").path("data")).isEmpty();
  }

  @Test
  void overview_tellsOfABacklogThatIsHeld() throws IOException {
    receiver.always(Behaviour.status(500));
    for (int i = 0; i < 12; i++) {
      track("m" + i, "ada");
    }
    awaitOverview(overview -> overview.at("/attention/0/kind").asText().equals("destination_held"));
    JsonNode overview = get("/api/overview");
    assertThat(overview.at("/backlog/messages").asLong()).isEqualTo(12);
    assertThat(overview.at("/backlog/oldestAt").asText())
        .isEqualTo(get("/api/messages/m0").at("/data/0/acceptedAt").asText());
    assertThat(overview.at("/attention/0/since").asText()).isNotEmpty();
    assertThat(overview.at("/destinations/byState/failing").asInt()).isEqualTo(1);
  }

  /** Looked at once a minute, so the test's time goes on by itself. */
  @Test
  void backlog_isKeptByTheMinuteAlsoAcrossRestarts() throws IOException {
    AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    InstantSource time = () -> Instant.now().plus(ahead.get());
    server.close();
    server = RunningServer.start(folder, LOCAL, time);
    ask("PATCH", "/api/destinations/" + destination, "{\"paused\":true}");
    track("m1", "ada");
    track("m2", "ada");
    awaitFate("m2", "waiting");
    ahead.set(Duration.ofMinutes(5));
    await().until(() -> lastBacklog("/api/overview", "delivered") == 2);
    server.close();
    server = RunningServer.start(folder, LOCAL, time);
    String metrics = "/api/destinations/" + destination + "/metrics";
    assertThat(lastBacklog(metrics, "data")).isEqualTo(2);
    for (JsonNode shown :
        List.of(get(metrics).path("data"), get("/api/overview").path("delivered"))) {
      List<JsonNode> kept = shown.findValues("backlog");
      assertThat(kept.size()).as("minutes that nobody looked at").isLessThan(10);
      JsonNode last = kept.getLast();
      assertThat(last.path("ageMillis").asDouble()).isBetween(240_000.0, 360_000.0);
    }
  }

  private long lastBacklog(String path, String series) throws IOException {
    List<JsonNode> kept = get(path).path(series).findValues("backlog");
    return kept.isEmpty() ? -1 : kept.getLast().path("messages").asLong();
  }
}
