package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the admin API tells from the ledger, with real deliveries. */
@Tag("slow")
abstract class DeliveryStoryEndToEndContract {

  @RegisterExtension final TestEngine engine;

  private static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.1/32", "delivery.retry-first-delay", "50ms");

  @TempDir Path folder;

  DeliveryStoryEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  private RunningServer server;
  private TestReceiver receiver;
  private String writeKey;
  private String destination;

  @BeforeEach
  void start() {
    receiver = TestReceiver.open();
    server = engine.start(folder, LOCAL);
    writeKey = server.writeKey();
    destination = server.createDestination(receiver.url("/hook?key=s3cret"));
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void track(String messageId, String userId, String event) {
    String json =
        "{\"userId\":\"%s\",\"event\":\"%s\",\"messageId\":\"%s\"}"
            .formatted(userId, event, messageId);
    assertThat(server.track("/v1/track", json, writeKey).statusCode()).isEqualTo(200);
  }

  private JsonNode story(String messageId) {
    return server.api("/api/messages/" + messageId + "/story");
  }

  private JsonNode awaitEntries(String messageId, int count) {
    await()
        .until(
            () -> {
              HttpResponse<String> found =
                  server.admin("GET", "/api/messages/" + messageId + "/story", null);
              return found.statusCode() == 200
                  && story(messageId).at("/data/0/destinations/0/entries").size() >= count;
            });
    return story(messageId).at("/data/0/destinations/0");
  }

  private String attempts(String query) {
    return "/api/destinations/" + destination + "/attempts" + query;
  }

  private List<String> ids(JsonNode page) {
    List<String> ids = new ArrayList<>();
    page.path("data").forEach(entry -> ids.add(entry.path("messageId").asText()));
    return ids;
  }

  private void awaitAttempts(int count) {
    await().until(() -> server.api(attempts("")).path("data").size() >= count);
  }

  @Test
  void story_hasEveryAttemptAndTheEnd() {
    receiver.always(Behaviour.answer(503, "busy"));
    track("m1", "ada", "E");
    awaitEntries("m1", 1);
    JsonNode waiting = story("m1").at("/data/0/destinations/0");
    assertThat(waiting.path("state").asText()).isIn("retrying", "waiting");
    assertThat(waiting.path("round").asInt()).isPositive();
    receiver.always(Behaviour.status(200));
    await().until(() -> story("m1").at("/data/0/destinations/0").hasNonNull("endedAt"));

    JsonNode told = story("m1").at("/data/0/destinations/0");
    assertThat(told.path("state").asText()).isEqualTo("delivered");
    assertThat(told.path("gaps")).isEmpty();
    JsonNode first = told.at("/entries/0");
    assertThat(first.path("status").asInt()).isEqualTo(503);
    assertThat(first.path("reason").asText()).isEqualTo("http_status");
    assertThat(first.path("answer").asText()).isEqualTo("busy");
    assertThat(first.path("round").asInt()).isEqualTo(1);
    assertThat(first.path("url").asText()).endsWith("/hook");
    assertThat(first.path("bytes").asInt()).isPositive();
    assertThat(first.path("latencyMillis").asDouble()).isPositive();
    assertThat(first.has("end")).isFalse();
    JsonNode last = told.path("entries").path(told.path("entries").size() - 1);
    assertThat(last.path("end").asText()).isEqualTo("delivered");
    assertThat(last.path("status").asInt()).isEqualTo(200);
    assertThat(told.path("entries")).noneMatch(entry -> entry.path("repeat").asBoolean());
    assertThat(story("m1").at("/ledger/since").asText()).isNotEmpty();
    assertThat(story("m1").toString()).doesNotContain("s3cret");
  }

  @Test
  void filtered_saysByWhat_whateverChangesLater() {
    String path = "/api/destinations/" + destination;
    server.api(
        "PATCH",
        path,
        "{\"filters\":[{\"action\":\"omit\",\"fields\":[\"properties.x\"]},"
            + "{\"action\":\"drop\",\"when\":{\"event\":[\"Seen\"]}}]}");
    track("m1", "ada", "Seen");
    JsonNode filtered = awaitEntries("m1", 1);
    assertThat(filtered.path("state").asText()).isEqualTo("filtered");
    assertThat(filtered.path("reason").asText()).isEqualTo("destination_filter");
    String schema = "/api/sources/" + server.firstSource() + "/schema/Bought";
    server.api("PUT", schema, "{\"allowed\":false}");
    track("m2", "ada", "Bought");
    assertThat(awaitEntries("m2", 1).path("reason").asText()).isEqualTo("source_schema");
    server.api("PUT", schema, "{\"allowed\":true}");
    server.api("PATCH", path, "{\"filters\":[]}");
    server.close();
    server = engine.start(folder, LOCAL);
    for (String id : List.of("m1", "m2")) {
      JsonNode told = awaitEntries(id, 1);
      assertThat(told.path("state").asText()).isEqualTo("filtered");
      assertThat(told.at("/entries/0/end").asText()).isEqualTo("filtered");
      assertThat(told.at("/entries/0/sent").asBoolean()).isFalse();
    }
    JsonNode overview = server.api("/api/delivery-overview?by=event").path("total");
    assertThat(step(overview, "filtered")).isEqualTo(2);
    assertThat(ids(server.api("/api/attempts?end=filtered&userId=ada")))
        .containsExactly("m2", "m1");
  }

  @Test
  void story_survivesTheDestination() {
    track("m1", "ada", "E");
    awaitEntries("m1", 1);
    server.api("DELETE", "/api/destinations/" + destination, "");
    JsonNode told = story("m1").at("/data/0/destinations/0");
    assertThat(told.path("destinationId").asText()).isEqualTo(destination);
    assertThat(told.path("state").asText()).isEqualTo("delivered");
    assertThat(told.path("entries")).hasSize(1);
  }

  @Test
  void story_ofOneSource() {
    track("m1", "ada", "E");
    awaitEntries("m1", 1);
    String path = "/api/messages/m1/story?sourceId=";
    assertThat(server.api(path + server.firstSource()).path("data")).hasSize(1);
    assertThat(server.admin("GET", path + "src_0000000000001", null).statusCode()).isEqualTo(404);
    assertThat(server.admin("GET", path + "wrong", null).statusCode()).isEqualTo(422);
    assertThat(server.admin("GET", "/api/messages/none/story", null).statusCode()).isEqualTo(404);
  }

  @Test
  void attempts_areFiltered() {
    track("m1", "ada", "Bought");
    track("m2", "bob", "Seen");
    awaitAttempts(2);
    receiver.always(Behaviour.status(410));
    track("m3", "ada", "Seen");
    awaitAttempts(3);

    assertThat(ids(server.api(attempts("")))).containsExactlyInAnyOrder("m1", "m2", "m3");
    assertThat(ids(server.api(attempts("?userId=ada")))).containsExactly("m3", "m1");
    assertThat(ids(server.api(attempts("?userId=nobody")))).isEmpty();
    assertThat(ids(server.api(attempts("?event=Bought")))).containsExactly("m1");
    assertThat(ids(server.api(attempts("?status=410")))).containsExactly("m3");
    assertThat(ids(server.api(attempts("?status=2xx")))).containsExactlyInAnyOrder("m1", "m2");
    assertThat(ids(server.api(attempts("?status=none")))).isEmpty();
    assertThat(ids(server.api(attempts("?reason=http_status")))).containsExactly("m3");
    assertThat(ids(server.api(attempts("?end=failed&failed=true&sent=true"))))
        .containsExactly("m3");
    assertThat(ids(server.api(attempts("?end=none")))).isEmpty();
    assertThat(ids(server.api(attempts("?type=page")))).isEmpty();
    String url = URLEncoder.encode(receiver.url("/hook?key=s3cret"), UTF_8);
    assertThat(ids(server.api(attempts("?url=" + url)))).hasSize(3);
    assertThat(ids(server.api(attempts("?from=2100-01-01T00:00:00Z")))).isEmpty();
    assertThat(ids(server.api("/api/attempts?destinationId=" + destination))).hasSize(3);
    assertThat(ids(server.api("/api/attempts?sourceId=" + server.firstSource()))).hasSize(3);
    for (String wrong :
        List.of("status=99", "reason=x", "end=x", "sent=1", "direction=up", "cursor=x", "what=1")) {
      assertThat(server.admin("GET", attempts("?" + wrong), null).statusCode())
          .as(wrong)
          .isEqualTo(422);
    }
  }

  @Test
  void attempts_arePagedBothWays() {
    for (int i = 1; i <= 5; i++) {
      track("m" + i, "ada", "E");
      awaitAttempts(i);
    }
    JsonNode first = server.api(attempts("?limit=2"));
    assertThat(ids(first)).containsExactly("m5", "m4");
    JsonNode second = server.api(attempts("?limit=2&cursor=" + first.path("next").asText()));
    assertThat(ids(second)).containsExactly("m3", "m2");
    JsonNode third = server.api(attempts("?limit=2&cursor=" + second.path("next").asText()));
    assertThat(ids(third)).containsExactly("m1");
    assertThat(third.path("next").isNull()).isTrue();
    JsonNode back =
        server.api(attempts("?limit=2&direction=newer&cursor=" + third.path("previous").asText()));
    assertThat(ids(back)).containsExactly("m3", "m2");
    JsonNode newest =
        server.api(attempts("?limit=2&direction=newer&cursor=" + back.path("previous").asText()));
    assertThat(ids(newest)).containsExactly("m5", "m4");
    track("m6", "ada", "E");
    awaitAttempts(6);
    JsonNode newer =
        server.api(attempts("?limit=2&direction=newer&cursor=" + newest.path("previous").asText()));
    assertThat(ids(newer)).containsExactly("m6");
    JsonNode older = server.api(attempts("?limit=2&cursor=" + newer.path("next").asText()));
    assertThat(ids(older)).containsExactly("m5", "m4");
  }

  @Test
  void attempts_areExported() {
    track("m1", "ada", "Bought");
    awaitAttempts(1);
    track("m2", "bob", "=Seen");
    awaitAttempts(2);
    String csv = server.admin("GET", attempts("?format=csv"), null).body();
    assertThat(csv.lines())
        .satisfiesExactly(
            head -> assertThat(head).startsWith("at,destinationId,sourceId,messageId,type,event"),
            line -> assertThat(line).contains(",m2,track,'=Seen,", ",200,", ",delivered,"),
            line -> assertThat(line).contains(",m1,track,Bought,"));
    String lines = server.admin("GET", attempts("?format=ndjson&userId=ada"), null).body();
    assertThat(lines.lines()).hasSize(1).first().asString().contains("\"messageId\":\"m1\"");
  }

  @Test
  void counts_areByAnyProperty() {
    track("m1", "ada", "Bought");
    track("m2", "bob", "Seen");
    awaitAttempts(2);
    receiver.always(Behaviour.status(410));
    track("m3", "ada", "Seen");
    awaitAttempts(3);

    JsonNode counts = server.api("/api/attempts/counts?by=event,status&step=hour");
    assertThat(counts.path("complete").asBoolean()).isTrue();
    assertThat(counts.path("data"))
        .extracting(row -> row.path("group") + " " + row.path("count"))
        .containsExactlyInAnyOrder(
            "{\"event\":\"Bought\",\"status\":\"200\"} 1",
            "{\"event\":\"Seen\",\"status\":\"200\"} 1",
            "{\"event\":\"Seen\",\"status\":\"410\"} 1");
    JsonNode ofAda = server.api("/api/attempts/counts?userId=ada&by=type&step=hour");
    assertThat(ofAda.path("data")).hasSize(1);
    assertThat(ofAda.at("/data/0/count").asInt()).isEqualTo(2);
    assertThat(ofAda.at("/data/0/group/type").asText()).isEqualTo("track");
    assertThat(server.admin("GET", "/api/attempts/counts?by=colour", null).statusCode())
        .isEqualTo(422);
  }

  private static long step(JsonNode steps, String name) {
    for (JsonNode one : steps) {
      if (one.path("step").asText().equals(name)) {
        return one.path("count").asLong();
      }
    }
    return 0;
  }

  @Test
  void overview_countsEveryStep_andLinksToItsEntries() {
    track("m1", "ada", "Bought");
    track("m2", "bob", "Seen");
    awaitAttempts(2);
    receiver.always(Behaviour.status(410));
    track("m3", "ada", "Seen");
    awaitAttempts(3);

    String byEvent = "/api/delivery-overview?by=event";
    // counted from the log, by a follower
    await().until(() -> step(server.api(byEvent).path("total"), "received") == 3);
    JsonNode all = server.api(byEvent);
    assertThat(step(all.path("total"), "delivered")).isEqualTo(2);
    assertThat(step(all.path("total"), "failed")).isEqualTo(1);
    assertThat(step(all.path("total"), "waiting")).isZero();
    assertThat(all.path("data"))
        .extracting(row -> row.path("value").asText())
        .containsExactly("Seen", "Bought");
    for (JsonNode row : all.path("data")) {
      for (JsonNode one : row.path("steps")) {
        assertThat(ids(server.api(one.path("attempts").asText())))
            .as(one.toString())
            .hasSize(one.path("count").asInt());
      }
    }
    String byDestination = "/api/delivery-overview?by=destination&destinationId=" + destination;
    assertThat(step(server.api(byDestination).at("/data/0/steps"), "delivered")).isEqualTo(2);
    assertThat(
            server
                .api("/api/delivery-overview?by=source&sourceId=" + server.firstSource())
                .at("/data/0/value")
                .asText())
        .isEqualTo(server.firstSource());
    assertThat(server.admin("GET", "/api/delivery-overview?by=url", null).statusCode())
        .isEqualTo(422);
  }

  /** Every number has a list, and the list has as many entries, also of messages without event. */
  @Test
  void overview_everyNumberLeadsToItsEntries() {
    track("m1", "ada", "Bought");
    assertThat(server.track("/v1/identify", "{\"userId\":\"ada\"}", writeKey).statusCode())
        .isEqualTo(200);
    awaitAttempts(2);
    receiver.always(Behaviour.status(410));
    track("m2", "ada", "Seen");
    awaitAttempts(3);
    String source = server.firstSource();
    for (String query :
        List.of(
            "by=event",
            "by=source",
            "by=destination",
            "by=event&sourceId=" + source,
            "by=source&destinationId=" + destination,
            "by=destination&event=Seen",
            "to=" + Instant.now().plusSeconds(100))) {
      JsonNode overview = server.api("/api/delivery-overview?" + query);
      List<JsonNode> numbers = new ArrayList<>();
      overview.path("total").forEach(numbers::add);
      overview.path("data").forEach(row -> row.path("steps").forEach(numbers::add));
      assertThat(numbers).as(query).isNotEmpty();
      for (JsonNode number : numbers) {
        String path = number.path("attempts").asText();
        assertThat(path)
            .contains("from=" + overview.path("from").asText())
            .contains("to=" + overview.path("to").asText());
        List<String> listed = ids(server.api(path));
        if (!List.of("received", "waiting").contains(number.path("step").asText())) {
          assertThat(listed).as(query + " " + number).hasSize(number.path("count").asInt());
        }
      }
    }
    assertThat(server.api("/api/attempts?noEvent=true").at("/data/0/type").asText())
        .isEqualTo("identify");
    assertThat(server.admin("GET", "/api/attempts?noEvent=1", null).statusCode()).isEqualTo(422);
  }

  @Test
  void viewer_seesNeitherRedactedFieldsNorSearchesThem() {
    String viewer =
        server
            .api("POST", "/api/tokens", "{\"name\":\"v\",\"role\":\"viewer\"}")
            .path("token")
            .asText();
    server.api(
        "PATCH", "/api/workspace", "{\"redactedFields\":[\"*.email\",\"userId\",\"event\"]}");
    receiver.always(Behaviour.answer(410, "{\"email\":\"a@b.c\"}"));
    track("m1", "ada", "Bought");
    awaitEntries("m1", 1);
    for (String path : List.of("/api/messages/m1/story", attempts(""))) {
      assertThat(server.admin("GET", path, null).body()).contains("a@b.c", "Bought");
      HttpResponse<String> seen = as(viewer, path);
      assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
      assertThat(seen.body()).doesNotContain("a@b.c", "Bought").contains("***", "410");
    }
    for (String query : List.of("?userId=ada", "?event=Bought")) {
      assertThat(as(viewer, attempts(query)).statusCode()).isEqualTo(422);
    }
    assertThat(as(viewer, attempts("?noEvent=true")).statusCode()).isEqualTo(422);
    assertThat(as(viewer, "/api/attempts/counts?by=event").statusCode()).isEqualTo(422);
  }

  private HttpResponse<String> as(String token, String path) {
    return server.send(
        HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + token));
  }
}
