package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.SharedSecret;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.webhook.Signer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Notifications about a failing destination, from its first failure to its recovery. */
@Tag("slow")
abstract class NotificationsEndToEndContract {

  @RegisterExtension final TestEngine engine;

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Map<String, String> LOCAL =
      Map.of(
          "delivery.allow-networks", "127.0.0.0/8",
          "delivery.retry-first-delay", "50ms",
          "delivery.retry-max-delay", "200ms",
          "delivery.probe-interval", "1s",
          "notifications.recovered-after", "1s");

  @TempDir Path folder;

  NotificationsEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  /** In the past, because brokers refuse records from more than an hour ahead of them. */
  private volatile Duration ahead = Duration.ofDays(-1);

  private RunningServer start() {
    return engine.start(folder, LOCAL, () -> Instant.now().plus(ahead));
  }

  private static String kind(Received notification) {
    return TestNode.parse(notification.text()).path("kind").asText();
  }

  /** The expected {@code X-Signature} of a body. */
  private static String signature(byte[] body) {
    return new Signer(List.of(SharedSecret.current("ops-secret"))).signature(body);
  }

  @Test
  void incident_isNotifiedOncePerState_alsoAcrossARestart() {
    try (TestReceiver receiver = TestReceiver.open();
        TestReceiver operator = TestReceiver.open()) {
      receiver.always(Behaviour.status(500));
      String destination;
      try (RunningServer server = start()) {
        destination = server.createDestination(receiver.url("/hook"));
        server.api(
            "PATCH",
            "/api/workspace",
            "{'notifications':{'url':'%s','sharedSecret':'ops-secret'}}"
                .formatted(operator.url("/ops")));
        for (int i = 0; i < 12; i++) {
          server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"E\"}");
        }
        Received first = operator.take();
        assertThat(first.target()).isEqualTo("/ops");
        assertThat(first.header("X-Signature")).isEqualTo(signature(first.body()));
        JsonNode sent = TestNode.parse(first.text());
        assertThat(sent.path("kind").asText()).isEqualTo("destination.failing");
        assertThat(sent.path("destinationId").asText()).isEqualTo(destination);
        assertThat(sent.path("message").asText()).contains("Hook", "answered 500");
        await()
            .atMost(TIMEOUT)
            .untilAsserted(
                () -> {
                  JsonNode listed = server.api("/api/notifications").at("/data/0");
                  assertThat(listed.path("sent").asText()).isEqualTo("sent");
                  assertThat(listed.path("id")).isEqualTo(sent.path("id"));
                });
        assertThat(server.api("/api/notifications").toString()).doesNotContain("ops-secret");
      }
      ahead = ahead.plusHours(1);
      try (RunningServer server = start()) {
        assertThat(kind(operator.take())).isEqualTo("destination.still_failing");
        receiver.always(Behaviour.status(200));
        assertThat(kind(operator.take())).isEqualTo("destination.recovered");
        assertThat(server.api("/api/notifications").path("data")).hasSize(3);
        assertThat(server.api("/api/notifications?limit=1").at("/data/0/kind").asText())
            .isEqualTo("destination.recovered");
      }
      assertThat(operator.received())
          .allMatch(post -> new String(post.body(), UTF_8).contains(destination));
    }
  }
}
