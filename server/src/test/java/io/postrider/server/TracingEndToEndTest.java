package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.message.RecordHeader;
import io.postrider.message.RecordView;
import io.postrider.message.TraceContext;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.server.tracing.FakeCollector;
import io.postrider.server.tracing.FakeCollector.Exported;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces from the call to the receiver, with a real collector's protocol. */
@Tag("slow")
class TracingEndToEndTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final TraceContext CALLER = new TraceContext(0xfeed, 0xbeef, 0xcafe);

  @TempDir Path folder;

  private RunningServer start(String endpoint, int percent) {
    Map<String, String> settings = new HashMap<>(TestNode.LOCAL);
    settings.put("tracing.endpoint", endpoint);
    settings.put("tracing.sample-percent", Integer.toString(percent));
    return RunningServer.start(folder, settings);
  }

  private static HttpResponse<String> track(
      TestNode server, String key, String event, String... more) {
    String[] headers = new String[2 + more.length];
    headers[0] = "Authorization";
    headers[1] = TestNode.basic(key);
    System.arraycopy(more, 0, headers, 2, more.length);
    String json = "{\"userId\":\"secret-user\",\"event\":\"%s\"}".formatted(event);
    return server.post("/v1/track", json.getBytes(UTF_8), headers);
  }

  private static void passTraces(TestNode server, String destination) {
    server.api("PATCH", "/api/destinations/" + destination, "{'tracing':true}");
  }

  @Test
  void call_itsRecord_andItsAttempts_areOneTrace_acrossARestart() {
    try (FakeCollector collector = FakeCollector.open();
        TestReceiver told = TestReceiver.open();
        TestReceiver other = TestReceiver.open()) {
      String key;
      String first;
      try (RunningServer server = start(collector.url(), 0)) {
        key = server.writeKey();
        first = server.createDestination(told.url("/in"));
        passTraces(server, first);
        server.createDestination(other.url("/in"));
        server.api("PATCH", "/api/destinations/" + first, "{'paused':true}");
        assertThat(track(server, key, "Untraced").statusCode()).isEqualTo(200);
        assertThat(track(server, key, "Traced", "traceparent", CALLER.traceparent()).statusCode())
            .isEqualTo(200);
        other.take();
        other.take();
      }
      List<Exported> before = collector.spans();
      assertThat(before).hasSize(2);
      Exported call = before.stream().filter(span -> span.kind() == 2).findFirst().orElseThrow();
      assertThat(call.parent()).isEqualTo(CALLER.spanId());
      assertThat(call.trace()).isEqualTo(CALLER.traceId());
      told.then(Behaviour.status(200), Behaviour.status(503));
      Received[] received = new Received[3];
      try (RunningServer server = start(collector.url(), 0)) {
        server.api("PATCH", "/api/destinations/" + first, "{'paused':false}");
        for (int i = 0; i < received.length; i++) {
          received[i] = told.take();
        }
      }
      List<Exported> attempts =
          collector.spans().stream()
              .filter(span -> first.equals(span.attributes().get("postrider.destination.id")))
              .toList();
      assertThat(attempts)
          .isNotEmpty()
          .allSatisfy(
              span -> {
                assertThat(span.trace()).isEqualTo(CALLER.traceId());
                assertThat(span.parent()).isEqualTo(call.id());
              });
      for (Received request : received) {
        boolean traced = request.text().contains("\"Traced\"");
        assertThat(request.values("traceparent")).hasSize(traced ? 1 : 0);
      }
      assertThat(other.received())
          .allSatisfy(request -> assertThat(request.values("traceparent")).isEmpty());
      assertThat(collector.text()).doesNotContain(key, "secret-user", "/in", "Traced");
    }
  }

  @Test
  void calls_areChosenByThePercentage_andOnlyIfAuthenticated() {
    try (FakeCollector collector = FakeCollector.open()) {
      try (RunningServer server = start(collector.url() + "/v1/traces", 100)) {
        String key = server.writeKey();
        assertThat(track(server, key, "E").statusCode()).isEqualTo(200);
        assertThat(track(server, "wrong", "E").statusCode()).isEqualTo(401);
        assertThat(server.track("/v1/b", "{\"batch\":[]}", key).statusCode()).isEqualTo(400);
        assertThat(server.get("/metrics").body()).contains("postrider_spans_dropped_total");
        assertThat(server.stopAndReadLog())
            .singleElement()
            .satisfies(stored -> assertThat(stored.record().trace()).isNotNull());
      }
      assertThat(collector.spans())
          .extracting(Exported::name)
          .containsExactly("POST /v1/track", "POST /v1/batch");
      assertThat(collector.spans().get(1).attributes())
          .containsEntry("url.path", "/v1/b")
          .containsEntry("http.response.status_code", "400");
      assertThat(collector.spans())
          .allSatisfy(span -> assertThat(span.parent()).isEmpty())
          .allSatisfy(span -> assertThat(span.status()).isZero());
    }
  }

  @Test
  void withoutAnEndpoint_nothingIsTraced_andRecordsHaveNoTrace() {
    try (FakeCollector collector = FakeCollector.open();
        TestReceiver receiver = TestReceiver.open();
        RunningServer server = start("", 100)) {
      passTraces(server, server.createDestination(receiver.url("/")));
      String key = server.writeKey();
      assertThat(track(server, key, "E", "traceparent", CALLER.traceparent()).statusCode())
          .isEqualTo(200);
      assertThat(receiver.take().values("traceparent")).isEmpty();
      assertThat(server.get("/metrics").body()).doesNotContain("postrider_spans");
      assertThat(server.stopAndReadLog())
          .singleElement()
          .satisfies(
              stored -> {
                RecordView record = stored.record();
                assertThat(record.at(record.jsonTo() - record.lengthBytes()))
                    .isEqualTo((byte) RecordHeader.COMPACT_VERSION);
                assertThat(record.trace()).isNull();
              });
      assertThat(collector.requests()).isZero();
    }
  }

  @Test
  void unreachableCollector_hindersNothing() {
    int closed;
    try (FakeCollector collector = FakeCollector.open()) {
      closed = collector.port();
    }
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = start("http://127.0.0.1:" + closed, 100)) {
      server.createDestination(receiver.url("/"));
      String key = server.writeKey();
      for (int i = 0; i < 20; i++) {
        assertThat(track(server, key, "E").statusCode()).isEqualTo(200);
        receiver.take();
      }
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(server.get("/metrics").body())
                      .containsPattern("postrider_spans_dropped_total\\{reason=\"export\"} [1-9]"));
    }
  }
}
