package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Usage, from the tracking API to the usage API. */
class UsageEndToEndTest {

  @TempDir Path folder;

  private static void track(RunningServer server, String event) {
    String json = "{\"userId\":\"u\",\"event\":\"" + event + "\"}";
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  @Test
  void calls_areCountedOnceAcrossRestarts() {
    String path;
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      path = "/api/sources/" + server.firstSource();
      track(server, "A");
      track(server, "A");
      server.track("/v1/page", "{\"userId\":\"u\"}");
      server.track("/v1/page", "{}");
      await().until(() -> server.api(path + "/schema").at("/data/0/count").asInt() == 2);
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      await().until(() -> server.api("/api/usage").path("data").size() == 2);
      JsonNode rows = server.api("/api/usage").path("data");
      assertThat(rows.findValuesAsText("type")).containsExactly("track", "page");
      assertThat(rows.findValuesAsText("calls")).containsExactly("2", "1");
      assertThat(rows.findValuesAsText("counted")).containsExactly("2", "1");
      assertThat(server.api(path + "/schema").at("/data/0/count").asInt()).isEqualTo(2);
    }
  }

  @Test
  void newEvents_areBlockedAtOnce_exceptEventsSeenBefore() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      String path = "/api/sources/" + server.firstSource();
      track(server, "Known");
      assertThat(server.admin("PATCH", path, "{\"newEvents\":\"block\"}").statusCode())
          .isEqualTo(200);
      track(server, "Known");
      track(server, "New");
      await().until(() -> server.api(path + "/schema").path("data").size() == 2);
      await().until(() -> server.api(path + "/schema").at("/data/0/count").asInt() == 2);
      JsonNode schema = server.api(path + "/schema").path("data");
      assertThat(schema.findValuesAsText("event")).containsExactly("Known", "New");
      assertThat(schema.findValuesAsText("allowed")).containsExactly("true", "false");
      assertThat(schema.findValuesAsText("filtered")).containsExactly("0", "1");
      assertThat(server.api("/api/usage").at("/data/0/filtered").asInt()).isEqualTo(1);
      assertThat(server.api("/api/usage").at("/data/0/counted").asInt()).isEqualTo(2);
    }
  }

  @Test
  void metrics_showTheLag() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.get("/metrics").body())
          .contains("postrider_follower_lag{follower=\"usage\"} 0.0")
          .contains("postrider_follower_lost_records_total{follower=\"usage\"} 0.0");
    }
  }
}
