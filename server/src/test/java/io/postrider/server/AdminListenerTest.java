package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.Settings;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin API on a port of its own. */
final class AdminListenerTest {

  private static final List<String> ADMIN_PATHS =
      List.of("/api/sources", "/", "/openapi.json", "/metrics", "/api/none");

  @TempDir Path folder;

  @Test
  void adminApi_isOnItsPortOnly_andTheTrackingApiOnTheOther() {
    try (RunningServer server =
        RunningServer.start(folder, Map.of("admin.port", "0", "admin.host", "127.0.0.1"))) {
      assertThat(server.adminPort()).isNotEqualTo(server.port());
      for (String path : ADMIN_PATHS) {
        HttpResponse<String> response = server.admin("GET", path, null);
        assertThat(response.statusCode()).as(path).isEqualTo(404);
        assertThat(response.headers().firstValue("Content-Type"))
            .hasValue("application/problem+json");
        if (!path.equals("/api/none")) {
          assertThat(admin(server, path).statusCode()).as(path).isEqualTo(200);
        }
      }
      for (String path : List.of("/health/live", "/health/ready")) {
        assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
        assertThat(admin(server, path).statusCode()).as(path).isEqualTo(200);
      }
      String call = "{\"userId\":\"u\",\"event\":\"E\"}";
      assertThat(server.track("/v1/track", call).statusCode()).isEqualTo(200);
      HttpRequest.Builder tracked =
          HttpRequest.newBuilder(adminUri(server, "/v1/track"))
              .header("Authorization", TestNode.basic(server.writeKey()))
              .POST(HttpRequest.BodyPublishers.ofString(call));
      assertThat(server.send(tracked).statusCode()).isEqualTo(404);
      assertThat(browserLibrary(server).statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<String> browserLibrary(RunningServer server) {
    return server.get("/analytics.js/v1/" + server.writeKey() + "/analytics.min.js");
  }

  private static HttpResponse<String> admin(RunningServer server, String path) {
    return server.send(
        HttpRequest.newBuilder(adminUri(server, path))
            .header("Authorization", "Bearer " + TestNode.ADMIN_TOKEN));
  }

  private static URI adminUri(RunningServer server, String path) {
    return URI.create("http://127.0.0.1:" + server.adminPort() + path);
  }

  @Test
  void takenPort_isRefused() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      Map<String, String> settings = Map.of("admin.port", "" + taken.getLocalPort());
      assertThatThrownBy(() -> RunningServer.start(folder, settings))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("Port " + taken.getLocalPort() + " is in use.")
          .hasMessageEndingWith("choose another port with --admin.port.");
    }
  }

  @Test
  void portOfTheTrackingApi_isRefused() {
    assertThatThrownBy(() -> config("http.port", "21001", "admin.port", "21001"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'http.port' and 'admin.port' must differ");
    assertThat(config("http.port", "0", "admin.port", "0").admin().port()).contains(0);
    assertThat(config("http.port", "21001", "admin.port", "21002").admin().port()).contains(21_002);
  }

  private static Config config(String key, String value, String otherKey, String otherValue) {
    return Config.of(Settings.load(null, Map.of(), Map.of(key, value, otherKey, otherValue)));
  }

  @Test
  void hostWithoutPort_isRefused() {
    assertThatThrownBy(
            () -> Config.of(Settings.load(null, Map.of(), Map.of("admin.host", "127.0.0.1"))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'admin.host' is set without 'admin.port'; set both, or none");
  }
}
