package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the tracking API through the log to a receiver. */
class DeliveryEndToEndTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "50ms");

  @TempDir Path folder;

  private static String source(RunningServer server) throws IOException {
    JsonNode sources = JSON.readTree(server.admin("GET", "/api/sources", null).body());
    return sources.path("data").path(0).path("id").asText();
  }

  private static String create(RunningServer server, String url) throws IOException {
    HttpResponse<String> created =
        server.admin(
            "POST",
            "/api/destinations",
            """
            {"name":"Hook","sources":["%s"],\
            "settings":{"webhooks":[{"url":"%s"}],"sharedSecret":"s3cret"}}\
            """
                .formatted(source(server), url));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return JSON.readTree(created.body()).path("id").asText();
  }

  @Test
  void message_sentRightAfterTheDestinationWasCreatedArrives() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, LOCAL)) {
      create(server, receiver.url("/hook"));
      server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"Signed Up\"}");
      Received request = receiver.take();
      JsonNode body = JSON.readTree(request.body());
      assertThat(body.path("version").asInt()).isEqualTo(1);
      assertThat(body.path("event").asText()).isEqualTo("Signed Up");
      assertThat(request.header("User-Agent")).isEqualTo("Postrider/1.0");
      assertThat(request.header("X-Signature")).matches("[0-9a-f]{40}");
    }
  }

  @Test
  void restart_deliversWhatWasNotAndRepeatsNothing() throws Exception {
    try (TestReceiver receiver = TestReceiver.open()) {
      String writeKey;
      try (RunningServer server = RunningServer.start(folder, LOCAL)) {
        writeKey = server.writeKey();
        create(server, receiver.url("/hook"));
        for (int i = 0; i < 50; i++) {
          server.track(
              "/v1/track", "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"a" + i + "\"}");
        }
        await().until(() -> receiver.received().size() == 50);
      }
      try (RunningServer server = RunningServer.start(folder, LOCAL)) {
        server.post(
            "/v1/track",
            "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"b\"}".getBytes(UTF_8),
            "Authorization",
            RunningServer.basic(writeKey));
        await().until(() -> receiver.received().size() >= 51);
      }
      assertThat(receiver.received()).hasSize(51);
    }
  }

  @Test
  void deletedDestination_getsNothingMore() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        TestReceiver other = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, LOCAL)) {
      String id = create(server, receiver.url("/hook"));
      create(server, other.url("/hook"));
      server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"One\"}");
      receiver.take();
      assertThat(server.admin("DELETE", "/api/destinations/" + id, null).statusCode())
          .isEqualTo(204);
      server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"Two\"}");
      await().until(() -> other.received().size() == 2);
      assertThat(receiver.received()).hasSize(1);
    }
  }
}
