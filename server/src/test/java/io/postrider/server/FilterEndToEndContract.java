package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Filters, from the admin API to the state of a message. */
abstract class FilterEndToEndContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  FilterEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  @Test
  void filters_applyWhenTheyAreAnswered() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server =
            engine.start(folder, Map.of("delivery.allow-networks", "127.0.0.0/8"))) {
      String id =
          server
              .api(
                  "POST",
                  "/api/destinations",
                  "{'name':'Hook','sources':['%s'],'settings':{'webhooks':[{'url':'%s'}]},"
                          .formatted(server.firstSource(), receiver.url("/hook"))
                      + "'filters':[{'action':'drop','when':{'event':['Secret']}},"
                      + "{'action':'omit','fields':['properties.test']}]}")
              .path("id")
              .asText();
      server.track("/v1/track", "{\"userId\":\"a\",\"event\":\"Secret\",\"messageId\":\"s1\"}");
      server.track(
          "/v1/track", "{\"userId\":\"a\",\"event\":\"Open\",\"properties\":{\"test\":1,\"b\":2}}");
      JsonNode body = TestNode.parse(receiver.take().text());
      assertThat(body.path("event").asText()).isEqualTo("Open");
      assertThat(body.path("properties").toString()).isEqualTo("{\"b\":2}");
      await()
          .untilAsserted(
              () ->
                  assertThat(server.api("/api/messages/s1").findValuesAsText("state"))
                      .containsExactly("filtered"));

      JsonNode tested = server.api("POST", "/api/destinations/" + id + "/test", "");
      assertThat(tested.path("request").path("properties").toString()).isEqualTo("{}");
      assertThat(tested.path("outcomes").path(0).path("delivered").asBoolean()).isTrue();

      server.api("PATCH", "/api/destinations/" + id, "{'filters':[{'action':'drop'}]}");
      JsonNode sampled = server.api("POST", "/api/destinations/" + id + "/test", "");
      assertThat(sampled.path("outcomes").path(0).path("delivered").asBoolean()).isTrue();
      server.api("PATCH", "/api/destinations/" + id, "{'filters':null}");
      server.track("/v1/track", "{\"userId\":\"a\",\"event\":\"Secret\",\"messageId\":\"s2\"}");
      await()
          .untilAsserted(
              () ->
                  assertThat(new String(receiver.received().getLast().body(), UTF_8))
                      .contains("s2"));
    }
  }
}
