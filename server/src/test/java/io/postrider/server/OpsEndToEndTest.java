package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health and metrics of a real node, by every HTTP method. */
final class OpsEndToEndTest {

  private static final List<String> PATHS = List.of("/health/live", "/health/ready", "/metrics");

  @TempDir Path folder;

  private static HttpResponse<String> send(RunningServer server, String method, String path) {
    return server.send(
        HttpRequest.newBuilder(server.uri(path)).method(method, BodyPublishers.noBody()));
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void refusedWorkspaceFile_showsInHealthMetricsAndOverview() throws Exception {
    Path file = folder.resolve("workspace.yaml");
    Files.writeString(file, "sources: {shop: {name: Shop, type: web}}\n");
    try (RunningServer server =
        RunningServer.start(folder.resolve("data"), Map.of("workspace.file", file.toString()))) {
      assertThat(server.get("/metrics").body()).contains("postrider_workspace_file_refused 0.0");
      assertThat(server.get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
      Files.writeString(file, "sources: {shop: {name: Shop, type: desktop}}\n");
      await()
          .untilAsserted(
              () ->
                  assertThat(server.get("/metrics").body())
                      .contains("postrider_workspace_file_refused 1.0"));
      HttpResponse<String> ready = server.get("/health/ready");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(TestNode.parse(ready.body()).at("/warnings/0").asText())
          .startsWith("The workspace file is refused")
          .doesNotContain("desktop")
          .doesNotContain(file.toString());
      assertThat(server.api("/api/overview").path("attention").toString())
          .contains("workspace_file_refused", "sources.shop.type must be web, mobile or server");
      Files.writeString(file, "sources: {shop: {name: Shop, type: mobile}}\n");
      await().until(() -> server.get("/health/ready").body().equals("{\"status\":\"ready\"}"));
      assertThat(server.api("/api/overview").path("attention")).isEmpty();
    }
  }

  @Test
  void everyMethod_isAnswered() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.get("/health/live").body()).isEqualTo("{\"status\":\"live\"}");
      assertThat(server.get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
      assertThat(server.get("/metrics").body()).contains("postrider_received_bytes_total");
      for (String path : PATHS) {
        HttpResponse<String> read = server.get(path);
        assertThat(read.statusCode()).isEqualTo(200);
        HttpResponse<String> head = send(server, "HEAD", path);
        assertThat(head.statusCode()).as(path).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Type")).isEqualTo(header(read, "Content-Type"));
        assertThat(header(head, "Content-Length")).isNotIn("", "0");
        HttpResponse<String> options = send(server, "OPTIONS", path);
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(header(options, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
        for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "BREW")) {
          HttpResponse<String> refused = send(server, method, path);
          assertThat(refused.statusCode()).as(method).isEqualTo(405);
          assertThat(header(refused, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
        }
      }
    }
  }
}
