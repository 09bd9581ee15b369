package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.usage.debugger.Debugger;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live debugger of a real node. */
@Tag("slow")
class DebuggerEndToEndTest {

  @TempDir Path folder;
  private RunningServer server;
  private String path;

  @BeforeEach
  void start() {
    server = RunningServer.start(folder, Map.of());
    path = "/api/sources/" + server.firstSource() + "/events";
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private EventSource watch(String query) throws Exception {
    return EventSource.open(server, path + query);
  }

  private void track(String event, String userId) {
    String json = "{\"userId\":\"%s\",\"event\":\"%s\"}".formatted(userId, event);
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  @Test
  void acceptedCall_isShownAsStored() throws Exception {
    try (EventSource watcher = watch("")) {
      assertThat(watcher.response().headers().firstValue("Content-Type"))
          .contains("text/event-stream");
      assertThat(watcher.response().headers().firstValue("Cache-Control")).contains("no-store");
      server.track(
          "/v1/track",
          "{\"userId\":\"ada\",\"event\":\"Signed Up\",\"messageId\":\"m-1\","
              + "\"properties\":{\"n\":12345678901234567890.10,\"t\":\"a\\nb\"}}");
      EventSource.Event event = watcher.next();
      assertThat(event.name()).isEqualTo("accepted");
      JsonNode data = event.json();
      assertThat(data.path("type").asText()).isEqualTo("track");
      assertThat(data.path("event").asText()).isEqualTo("Signed Up");
      assertThat(data.path("messageId").asText()).isEqualTo("m-1");
      assertThat(data.path("userId").asText()).isEqualTo("ada");
      assertThat(data.has("anonymousId")).isFalse();
      assertThat(data.path("filtered").asBoolean(true)).isFalse();
      assertThat(data.path("at").asText()).isEqualTo(data.at("/message/receivedAt").asText());
      assertThat(event.data()).contains("\"n\":12345678901234567890.10,\"t\":\"a\\nb\"");
    }
  }

  @Test
  void hugeNumber_isShown() throws Exception {
    try (EventSource watcher = watch("")) {
      server.track(
          "/v1/track",
          "{\"userId\":\"ada\",\"event\":\"e\",\"properties\":{\"n\":10e99999999999}}");
      assertThat(watcher.next().data()).contains("\"n\":10e99999999999");
      server.track("/v1/track", "{\"userId\":\"ada\",\"n\":10e2147483647}");
      assertThat(watcher.next().data()).contains("\"body\":{", "\"n\":10e2147483647");
    }
  }

  @Test
  void rejectedCalls_areShownWithReasonAndWithoutKey() throws Exception {
    try (EventSource watcher = watch("")) {
      server.post(
          "/v1/track",
          "{\"writeKey\":\"%s\",\"userId\":\"ada\"}".formatted(server.writeKey()).getBytes(UTF_8));
      JsonNode single = watcher.next().json();
      assertThat(single.path("code").asText()).isEqualTo("event_not_defined");
      assertThat(single.path("message").asText()).isNotEmpty();
      assertThat(single.path("body").toString()).isEqualTo("{\"userId\":\"ada\"}");
      assertThat(single.has("index")).isFalse();

      server.track(
          "/v1/batch",
          "{\"batch\":[{\"type\":\"x\",\"messageId\":\"m-0\"},"
              + "{\"type\":\"page\",\"userId\":\"u\"},7]}");
      List<EventSource.Event> both =
          List.of(watcher.next(), watcher.next(), watcher.next()).stream()
              .filter(event -> event.name().equals("rejected"))
              .toList();
      assertThat(both.getFirst().json().path("code").asText()).isEqualTo("type_unknown");
      assertThat(both.getFirst().json().path("index").asInt(-1)).isZero();
      assertThat(both.getFirst().json().path("messageId").asText()).isEqualTo("m-0");
      assertThat(both.getLast().json().path("index").asInt()).isEqualTo(2);
      assertThat(both.getLast().json().has("body")).isFalse();
    }
  }

  @Test
  void rejectedRequests_areShownIfTheirSourceIsKnown() throws Exception {
    try (EventSource watcher = watch("?outcome=rejected")) {
      server.post("/v1/track", "{".getBytes(UTF_8));
      server.track("/v1/track", "{");
      assertThat(watcher.next().json().path("code").asText()).isEqualTo("invalid_json");
      server.track("/v1/batch", "{\"batch\":[]}");
      assertThat(watcher.next().json().path("code").asText()).isEqualTo("empty_batch");
      server.track("/v1/track", "x".repeat(600_000));
      assertThat(watcher.next().json().path("code").asText()).isEqualTo("batch_too_large");
      server.admin("PATCH", path.replace("/events", ""), "{\"enabled\":false}");
      server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"e\"}");
      assertThat(watcher.next().json().path("code").asText()).isEqualTo("source_disabled");
    }
  }

  @Test
  void filters_selectEvents() throws Exception {
    try (EventSource byEvent = watch("?event=Wanted");
        EventSource byUser = watch("?userId=ada&outcome=accepted");
        EventSource byType = watch("?type=track")) {
      track("Other", "bob");
      track("Wanted", "bob");
      server.track("/v1/page", "{\"userId\":\"ada\"}");
      server.track("/v1/page", "{\"x\":1}");
      server.track("/v1/track", "{\"userId\":\"ada\"}");
      track("Last", "ada");
      assertThat(byEvent.next().json().path("event").asText()).isEqualTo("Wanted");
      assertThat(byUser.next().json().path("type").asText()).isEqualTo("page");
      assertThat(byUser.next().json().path("event").asText()).isEqualTo("Last");
      List<String> seen = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        JsonNode data = byType.next().json();
        seen.add(data.path("event").asText() + data.path("code").asText());
      }
      assertThat(seen).containsExactlyInAnyOrder("Other", "Wanted", "event_not_defined", "Last");
    }
  }

  @Test
  void recent_startsWithTheLastEventsWithoutRepeating() throws Exception {
    for (int i = 0; i < 5; i++) {
      track("E" + i, "u" + i % 2);
    }
    try (EventSource watcher = watch("?recent=3");
        EventSource one = watch("?recent=100&userId=u1")) {
      track("Live", "u1");
      for (String event : List.of("E2", "E3", "E4", "Live")) {
        assertThat(watcher.next().json().path("event").asText()).isEqualTo(event);
      }
      for (String event : List.of("E1", "E3", "Live")) {
        assertThat(one.next().json().path("event").asText()).isEqualTo(event);
      }
    }
  }

  @Test
  void filteredCall_isMarked() throws Exception {
    server.admin("PUT", path.replace("/events", "/schema/Bad"), "{\"allowed\":false}");
    try (EventSource watcher = watch("")) {
      track("Bad", "u");
      assertThat(watcher.next().json().path("filtered").asBoolean()).isTrue();
    }
  }

  @Test
  void otherSources_areNotShown() throws Exception {
    JsonNode other = server.api("POST", "/api/sources", "{'name':'o','type':'web'}");
    try (EventSource watcher = watch("")) {
      server.track(
          "/v1/track",
          "{\"userId\":\"u\",\"event\":\"Elsewhere\"}",
          other.path("writeKey").asText());
      track("Here", "u");
      assertThat(watcher.next().json().path("event").asText()).isEqualTo("Here");
    }
  }

  /** The number of summaries depends on timing; their sum does not. */
  @Test
  void manyRejectedMessages_areSummarized() throws Exception {
    try (EventSource watcher = watch("")) {
      server.track("/v1/batch", "{\"batch\":[" + "1,".repeat(149) + "1]}");
      for (int i = 0; i < 100; i++) {
        assertThat(watcher.next().name()).isEqualTo("rejected");
      }
      int missed = 0;
      while (missed < 50) {
        EventSource.Event event = watcher.next();
        assertThat(event.name()).isEqualTo("missed");
        missed += event.json().path("count").asInt();
      }
      assertThat(missed).isEqualTo(50);
      track("Next", "u");
      assertThat(watcher.next().name()).isEqualTo("accepted");
    }
  }

  @Test
  void watchers_areLimited() throws Exception {
    List<EventSource> watchers = new ArrayList<>();
    try {
      for (int i = 0; i < Debugger.MAX_SESSIONS; i++) {
        watchers.add(watch(""));
      }
      try (EventSource tooMany = watch("")) {
        assertThat(tooMany.response().statusCode()).isEqualTo(503);
        assertThat(tooMany.response().headers().firstValue("Retry-After")).contains("10");
      }
      watchers.removeFirst().close();
      await()
          .untilAsserted(
              () -> {
                EventSource next = watch("");
                watchers.add(next);
                assertThat(next.response().statusCode()).isEqualTo(200);
              });
    } finally {
      watchers.forEach(EventSource::close);
    }
  }

  /** A watcher that does not read blocks nothing, and learns how much it missed. */
  @Test
  void slowWatcher_getsTheNumberOfMissedEvents() throws Exception {
    String body =
        "{\"batch\":["
            + "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\",\"p\":\"%s\"},"
                .formatted("x".repeat(9_000))
                .repeat(40)
                .replaceFirst(",$", "")
            + "]}";
    try (Socket slow = new Socket()) {
      slow.setReceiveBufferSize(4_096);
      slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      slow.getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n"
                  .formatted(path, RunningServer.ADMIN_TOKEN)
                  .getBytes(UTF_8));
      InputStream in = slow.getInputStream();
      StringBuilder text = new StringBuilder();
      while (text.indexOf(": watching") < 0) {
        text.append((char) in.read());
      }
      for (int i = 0; i < 50; i++) {
        assertThat(server.track("/v1/batch", body).statusCode()).isEqualTo(200);
      }
      while (text.indexOf("event: missed\ndata: {\"count\":") < 0) {
        byte[] piece = new byte[65_536];
        int length = in.read(piece);
        assertThat(length).isPositive();
        text.append(new String(piece, 0, length, UTF_8));
      }
    }
  }

  private JsonNode token(String role) {
    return server.api("POST", "/api/tokens", "{'name':'t','role':'%s'}".formatted(role));
  }

  private void trackEmail(String event, String more) {
    String json =
        "{\"userId\":\"ada\",\"event\":\"%s\"%s,\"context\":{\"email\":\"a@b.c\"}}"
            .formatted(event, more);
    assertThat(server.track("/v1/track", json).statusCode()).isIn(200, 400);
  }

  /** Applies to recent, live and rejected messages. */
  @Test
  void viewer_doesNotSeeRedactedFields() throws Exception {
    server.admin("PATCH", "/api/workspace", "{\"redactedFields\":[\"*.email\"]}");
    trackEmail("Before", "");
    try (EventSource viewer =
            EventSource.open(server, path + "?recent=1", token("viewer").path("token").asText());
        EventSource editor =
            EventSource.open(server, path + "?recent=1", token("editor").path("token").asText())) {
      trackEmail("Live", "");
      for (String event : List.of("Before", "Live")) {
        assertThat(maskedForViewer(viewer, editor, "accepted")).contains(event);
      }
      trackEmail("", ",\"messageId\":\"rejected\"");
      maskedForViewer(viewer, editor, "rejected");
    }
  }

  /** The viewer's next event, which the editor sees unmasked. */
  private static String maskedForViewer(EventSource viewer, EventSource editor, String name)
      throws InterruptedException {
    EventSource.Event masked = viewer.next();
    assertThat(masked.name()).isEqualTo(name);
    assertThat(masked.data()).contains("\"email\":\"***\"").doesNotContain("a@b.c");
    assertThat(editor.next().data()).contains("a@b.c");
    return masked.data();
  }

  /** A field that is added during a session is masked from then on. */
  @Test
  void redaction_changesDuringASession() throws Exception {
    try (EventSource viewer =
        EventSource.open(server, path, token("viewer").path("token").asText())) {
      trackEmail("One", "");
      assertThat(viewer.next().data()).contains("a@b.c");
      server.admin("PATCH", "/api/workspace", "{\"redactedFields\":[\"context.email\"]}");
      trackEmail("Two", "");
      assertThat(viewer.next().data()).contains("Two", "***").doesNotContain("a@b.c");
    }
  }

  @Test
  void signOut_endsTheStream() throws Exception {
    HttpResponse<String> signedIn =
        server.send(
            HttpRequest.newBuilder(server.uri("/api/session"))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"token\":\"%s\"}".formatted(RunningServer.ADMIN_TOKEN))));
    String cookie =
        signedIn.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    try (EventSource browser = EventSource.withCookie(server, path, cookie)) {
      track("One", "u");
      assertThat(browser.next().json().path("event").asText()).isEqualTo("One");
      server.send(
          HttpRequest.newBuilder(server.uri("/api/session"))
              .header("Cookie", cookie)
              .header("X-Postrider", "1")
              .DELETE());
      track("Two", "u");
      assertThat(browser.next()).isEqualTo(new EventSource.Event("end", "complete"));
    }
  }

  @Test
  void revokedToken_endsTheStream() throws Exception {
    JsonNode token = token("viewer");
    try (EventSource viewer = EventSource.open(server, path, token.path("token").asText())) {
      track("One", "u");
      assertThat(viewer.next().json().path("event").asText()).isEqualTo("One");
      server.admin("DELETE", "/api/tokens/" + token.path("id").asText(), null);
      track("Two", "u");
      assertThat(viewer.next()).isEqualTo(new EventSource.Event("end", "complete"));
    }
  }

  @Test
  void stop_completesStreams() throws Exception {
    try (EventSource watcher = watch("")) {
      server.stop();
      assertThat(watcher.next()).isEqualTo(new EventSource.Event("end", "complete"));
    }
  }

  @Test
  void deletedSourceAndInvalidQuery_areRefused() throws Exception {
    try (EventSource wrong = watch("?recent=101&outcome=both&type=delete&x=1")) {
      assertThat(wrong.response().statusCode()).isEqualTo(422);
      assertThat(new String(wrong.response().body().readAllBytes(), UTF_8))
          .contains("\"recent\"", "\"outcome\"", "\"type\"", "\"x\"");
    }
    assertThat(server.admin("DELETE", path.replace("/events", ""), null).statusCode())
        .isEqualTo(204);
    try (EventSource gone = watch("")) {
      assertThat(gone.response().statusCode()).isEqualTo(404);
    }
  }
}
