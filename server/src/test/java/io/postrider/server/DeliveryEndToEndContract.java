package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Delivery, from the tracking API to a receiver. */
abstract class DeliveryEndToEndContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  DeliveryEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  @Test
  void messageSentAfterCreatingTheDestination_arrives() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = engine.start(folder, TestNode.LOCAL)) {
      server.createDestination(receiver.url("/hook"));
      server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"Signed Up\"}");
      Received request = receiver.take();
      JsonNode body = TestNode.parse(request.text());
      assertThat(body.path("version").asInt()).isEqualTo(1);
      assertThat(body.path("event").asText()).isEqualTo("Signed Up");
      assertThat(request.header("User-Agent")).isEqualTo("Postrider/1.0");
      assertThat(request.header("X-Signature")).matches("[0-9a-f]{40}");
    }
  }

  @Test
  void restart_deliversTheRestWithoutRepeats() throws Exception {
    try (TestReceiver receiver = TestReceiver.open()) {
      String writeKey;
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        writeKey = server.writeKey();
        server.createDestination(receiver.url("/hook"));
        for (int i = 0; i < 50; i++) {
          server.track(
              "/v1/track", "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"a" + i + "\"}");
        }
        await().until(() -> receiver.received().size() == 50);
      }
      try (RunningServer server = engine.start(folder, TestNode.LOCAL)) {
        server.track(
            "/v1/track", "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"b\"}", writeKey);
        await().until(() -> receiver.received().size() >= 51);
      }
      assertThat(receiver.received()).hasSize(51);
    }
  }

  /** JSON may escape half of a UTF-16 pair: the message is accepted, and sent as it came. */
  @Test
  void loneSurrogates_areDelivered() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = engine.start(folder, TestNode.LOCAL)) {
      server.createDestination(receiver.url("/hook"));
      String half = "\\ud800";
      String json =
          ("{\"userId\":\"uH\",\"event\":\"H\",\"messageId\":\"mH\",\"properties\":{\"pH\":\"H\"},"
                  + "\"context\":{\"H\":[\"\\uDFFF\"]}}")
              .replace("H", half);
      assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
      assertThat(receiver.take().text())
          .contains(
              "\"userId\":\"u\\ud800\"",
              "\"event\":\"\\ud800\"",
              "\"properties\":{\"p\\ud800\":\"\\ud800\"}",
              "\"context\":{\"\\ud800\":[\"\\udfff\"]}",
              "\"messageId\":\"m\\ud800\"");
      await().until(() -> server.calls() == 1);
    }
  }

  @Test
  void deletedDestination_getsNoMessages() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        TestReceiver other = TestReceiver.open();
        RunningServer server = engine.start(folder, TestNode.LOCAL)) {
      String id = server.createDestination(receiver.url("/hook"));
      server.createDestination(other.url("/hook"));
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
