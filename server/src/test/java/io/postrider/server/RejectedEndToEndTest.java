package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rejected calls of a real node, from the tracking API to the admin API. */
class RejectedEndToEndTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static JsonNode calls(RunningServer server, String query) {
    await()
        .atMost(LONG)
        .until(() -> server.admin("GET", "/api/rejected", null).statusCode() == 200);
    return server.api("/api/rejected" + query).path("data");
  }

  private static void awaitCalls(RunningServer server, String query, int count) {
    await().atMost(LONG).untilAsserted(() -> assertThat(calls(server, query)).hasSize(count));
  }

  @Test
  void rejectedCalls_areKeptAcrossARestart_andHiddenAfterADeletion() {
    String source;
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      source = server.firstSource();
      server.track("/v1/track", "{\"userId\":\"gone\"}");
      server.track("/v1/track", "not JSON");
      server.track("/v1/track", "{\"event\":\"E\",\"userId\":\"u\"}", "wrong");
      server.post("/v1/track", "{\"writeKey\":\"secret-key\",\"userId\":\"u\"}".getBytes(UTF_8));
      HttpResponse<String> batch =
          server.track(
              "/v1/batch",
              "{\"batch\":[{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u\"},"
                  + "{\"type\":\"track\",\"userId\":\"u\"}]}");
      assertThat(batch.statusCode()).isEqualTo(200);
      awaitCalls(server, "", 5);
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      awaitCalls(server, "", 5);
      assertThat(calls(server, "").toString()).doesNotContain("secret-key");
      JsonNode item = calls(server, "?source=" + source).at("/0");
      assertThat(item.path("code").asText()).isEqualTo("event_not_defined");
      assertThat(item.path("index").asInt()).isEqualTo(1);
      assertThat(item.path("body").asText()).isEqualTo("{\"type\":\"track\",\"userId\":\"u\"}");
      assertThat(calls(server, "?source=none&code=invalid_write_key")).hasSize(2);
      assertThat(calls(server, "?sender=127.0.0.1")).hasSize(5);
      assertThat(calls(server, "?sender=127.0.0.2")).isEmpty();
      assertThat(
              server
                  .api("/api/rejected/counts?source=" + source)
                  .path("data")
                  .findValuesAsText("event_not_defined")
                  .stream()
                  .mapToInt(Integer::parseInt)
                  .sum())
          .isEqualTo(2);
      server.regulate("DELETE_ONLY", "gone");
      awaitCalls(server, "", 4);
      assertThat(calls(server, "").toString()).doesNotContain("gone");
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      awaitCalls(server, "", 4);
    }
  }

  @Test
  void damagedCalls_areSetAside_andTheNodeStarts() throws IOException {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      server.post("/v1/track", "not JSON".getBytes(UTF_8));
      awaitCalls(server, "", 1);
    }
    try (Stream<Path> files = Files.list(folder.resolve("rejected"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.write(file, new byte[512]);
      }
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      awaitCalls(server, "", 0);
      server.post("/v1/track", "not JSON".getBytes(UTF_8));
      awaitCalls(server, "", 1);
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith("rejected.damaged-"));
    }
  }
}
