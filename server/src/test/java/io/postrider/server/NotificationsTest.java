package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.route.SharedSecret;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.webhook.Signer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator's webhook gets of a destination's trouble, from its start to its end. */
class NotificationsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Map<String, String> LOCAL =
      Map.of(
          "delivery.allow-networks", "127.0.0.0/8",
          "delivery.retry-first-delay", "50ms",
          "delivery.retry-max-delay", "200ms");

  @TempDir Path folder;

  private volatile Duration ahead = Duration.ZERO;

  private RunningServer start() {
    return RunningServer.start(folder, LOCAL, () -> Instant.now().plus(ahead));
  }

  private static JsonNode ask(
      RunningServer server, String method, String path, @Nullable String json) throws IOException {
    HttpResponse<String> answer = server.admin(method, path, json);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return JSON.readTree(answer.body());
  }

  private static String kind(Received notification) throws IOException {
    return JSON.readTree(notification.body()).path("kind").asText();
  }

  /** As {@code X-Signature} says, over the bytes received. */
  private static String signature(byte[] body) {
    return new Signer(List.of(SharedSecret.current("ops-secret"))).signature(body);
  }

  @Test
  void trouble_isToldOnceFromStartToEndAlsoAcrossARestart() throws IOException {
    try (TestReceiver receiver = TestReceiver.open();
        TestReceiver operator = TestReceiver.open()) {
      receiver.always(Behaviour.status(500));
      String destination;
      try (RunningServer server = start()) {
        String source = ask(server, "GET", "/api/sources", null).at("/data/0/id").asText();
        destination =
            ask(
                    server,
                    "POST",
                    "/api/destinations",
                    """
                    {"name":"Hook","sources":["%s"],"settings":{"webhooks":[{"url":"%s"}]}}\
                    """
                        .formatted(source, receiver.url("/hook")))
                .path("id")
                .asText();
        ask(
            server,
            "PATCH",
            "/api/workspace",
            "{\"notifications\":{\"url\":\"%s\",\"sharedSecret\":\"ops-secret\"}}"
                .formatted(operator.url("/ops")));
        for (int i = 0; i < 12; i++) {
          server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"E\"}");
        }
        Received first = operator.take();
        assertThat(first.target()).isEqualTo("/ops");
        assertThat(first.header("X-Signature")).isEqualTo(signature(first.body()));
        JsonNode told = JSON.readTree(first.body());
        assertThat(told.path("kind").asText()).isEqualTo("destination.failing");
        assertThat(told.path("destinationId").asText()).isEqualTo(destination);
        assertThat(told.path("message").asText()).contains("Hook", "answered 500");
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  JsonNode listed = ask(server, "GET", "/api/notifications", null).at("/data/0");
                  assertThat(listed.path("sent").asText()).isEqualTo("sent");
                  assertThat(listed.path("id")).isEqualTo(told.path("id"));
                });
        assertThat(ask(server, "GET", "/api/notifications", null).toString())
            .doesNotContain("ops-secret");
      }
      ahead = Duration.ofHours(1);
      try (RunningServer server = start()) {
        assertThat(kind(operator.take())).isEqualTo("destination.still_failing");
        receiver.always(Behaviour.status(200));
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  ahead = ahead.plusMinutes(1);
                  return operator.received().size() == 3;
                });
        assertThat(kind(operator.take())).isEqualTo("destination.recovered");
        assertThat(ask(server, "GET", "/api/notifications", null).path("data")).hasSize(3);
        assertThat(
                ask(server, "GET", "/api/notifications?limit=1", null).at("/data/0/kind").asText())
            .isEqualTo("destination.recovered");
      }
      assertThat(operator.received())
          .allMatch(post -> new String(post.body(), UTF_8).contains(destination));
    }
  }
}
