package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a replay changes that does not succeed. */
abstract class FailedReplayEndToEndContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  FailedReplayEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  private RunningServer server;
  private TestReceiver receiver;
  private String destination;

  @BeforeEach
  void start() {
    server = engine.start(folder, TestNode.LOCAL);
    receiver = TestReceiver.open();
    destination = "/api/destinations/" + server.createDestination(receiver.url("/"));
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void track(String messageId) {
    server.track(
        "/v1/track",
        "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(messageId));
  }

  private String state(String messageId) {
    return server.api("/api/messages/" + messageId).at("/data/0/destinations/0/state").asText();
  }

  /** Replays a message that the receiver refuses now. */
  private void replayInVain(String messageId) {
    receiver.always(Behaviour.status(410));
    server.api("POST", destination + "/replays", "{'messageId':'%s'}".formatted(messageId));
    await().until(() -> lastReplay().path("state").asText().equals("failed"));
    assertThat(lastReplay().path("failed").asInt()).isEqualTo(1);
  }

  private JsonNode lastReplay() {
    return server.api(destination + "/replays").at("/data/0");
  }

  private int failed() {
    return server.api(destination + "/deliveries?status=failed").path("data").size();
  }

  private long step(String name) {
    for (JsonNode step : server.api("/api/delivery-overview").path("total")) {
      if (step.path("step").asText().equals(name)) {
        return step.path("count").asLong();
      }
    }
    return 0;
  }

  private boolean countsFailed() {
    return server
        .get("/metrics")
        .body()
        .lines()
        .anyMatch(line -> line.matches("postrider_deliveries_total.*\"failed\".* [1-9].*"));
  }

  @Test
  void deliveredMessage_isNoFailedDelivery() {
    track("m1");
    await().until(() -> state("m1").equals("delivered"));
    replayInVain("m1");
    assertThat(failed()).isZero();
    assertThat(state("m1")).isEqualTo("delivered");
    assertThat(server.api(destination + "/metrics").at("/failed").asLong()).isZero();
    assertThat(countsFailed()).isFalse();
    await().untilAsserted(() -> assertThat(step("retried")).isEqualTo(1));
    assertThat(step("delivered")).isEqualTo(1);
    assertThat(step("failed")).isZero();
    assertThat(server.get(destination + "/deliveries?status=failed&format=csv").body())
        .doesNotContain("m1");
  }

  @Test
  void filteredMessage_isAFailedDelivery() {
    server.api(
        "PATCH",
        destination,
        "{'filters':[{'name':'No E','action':'drop','when':{'event':['E']}}]}");
    track("m1");
    await().until(() -> state("m1").equals("filtered"));
    await().untilAsserted(() -> assertThat(step("filtered")).isEqualTo(1));
    server.api("PATCH", destination, "{'filters':[]}");
    replayInVain("m1");
    assertThat(failed()).isEqualTo(1);
    await().until(this::countsFailed);
    await().untilAsserted(() -> assertThat(step("failed")).isEqualTo(1));
    assertThat(state("m1")).isEqualTo("failed");
  }
}
