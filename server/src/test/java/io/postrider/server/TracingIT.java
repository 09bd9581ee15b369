package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.message.TraceContext;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.server.tracing.FakeCollector;
import io.postrider.server.tracing.FakeCollector.Exported;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of the real program in its own process. */
class TracingIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final TraceContext CALLER = new TraceContext(0x1111, 0x2222, 0x3333);

  @Test
  void attemptsAfterAKill_belongToTheCallsTrace(@TempDir Path folder) throws Exception {
    try (FakeCollector collector = FakeCollector.open();
        TestReceiver receiver = TestReceiver.open().then(Behaviour.status(503))) {
      String destination;
      try (ChildServer child = start(folder, collector)) {
        destination = child.createDestination(receiver.url("/"));
        child.api("PATCH", "/api/destinations/" + destination, "{'tracing':true,'paused':true}");
        byte[] body = "{\"userId\":\"u\",\"event\":\"E\"}".getBytes(UTF_8);
        int status =
            child
                .post(
                    "/v1/track",
                    body,
                    "Authorization",
                    TestNode.basic(child.writeKey()),
                    "traceparent",
                    CALLER.traceparent())
                .statusCode();
        assertThat(status).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> collector.spans().size() == 1);
        child.kill();
      }
      Exported call = collector.spans().getFirst();
      assertThat(call.parent()).isEqualTo(CALLER.spanId());
      String header;
      try (ChildServer child = start(folder, collector)) {
        child.api("PATCH", "/api/destinations/" + destination, "{'paused':false}");
        receiver.take();
        header = receiver.take().header("traceparent");
        await().atMost(TIMEOUT).until(() -> collector.spans().size() == 3);
        assertThat(child.terminate()).isZero();
      }
      List<Exported> attempts = collector.spans().subList(1, collector.spans().size());
      assertThat(attempts)
          .hasSize(2)
          .allSatisfy(
              span -> {
                assertThat(span.trace()).isEqualTo(CALLER.traceId());
                assertThat(span.parent()).isEqualTo(call.id());
              });
      assertThat(attempts.get(1).links()).containsExactly(attempts.get(0).id());
      assertThat(header).isEqualTo("00-" + CALLER.traceId() + "-" + attempts.get(1).id() + "-01");
    }
  }

  @Test
  void withoutAnEndpoint_noClassOfTheLibraryIsLoaded(@TempDir Path folder) throws Exception {
    Path classes = folder.resolve("classes");
    String noCache = "-XX:AOTMode=off"; // a cache loads all its classes
    String flag = "-Xlog:class+load:file=" + classes;
    try (ChildServer child = ChildServer.start(folder.resolve("data"), Map.of(), noCache, flag)) {
      int status = child.track("/v1/track", "{\"userId\":\"u\",\"event\":\"E\"}").statusCode();
      assertThat(status).isEqualTo(200);
      assertThat(child.terminate()).isZero();
    }
    assertThat(Files.readString(classes))
        .contains("io.postrider.server.ingest.Collector ")
        .doesNotContain("io.opentelemetry");
  }

  private static ChildServer start(Path folder, FakeCollector collector) {
    return ChildServer.start(
        folder,
        Map.of(),
        "--delivery.allow-networks=127.0.0.0/8",
        "--delivery.retry-first-delay=50ms",
        "--tracing.endpoint=" + collector.url(),
        "--tracing.sample-percent=0");
  }
}
