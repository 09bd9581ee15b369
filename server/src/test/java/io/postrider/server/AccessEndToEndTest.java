package io.postrider.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens and sessions on a real node, also across restarts. */
final class AccessEndToEndTest {

  @TempDir Path folder;

  private static String createViewerToken(RunningServer server) {
    return server.api("POST", "/api/tokens", "{'name':'n','role':'viewer'}").path("token").asText();
  }

  private static String signIn(RunningServer server, String token) {
    HttpResponse<String> signedIn =
        server.send(
            HttpRequest.newBuilder(server.uri("/api/session"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\":\"%s\"}".formatted(token))));
    assertThat(signedIn.statusCode()).isEqualTo(200);
    return signedIn.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
  }

  private static int status(RunningServer server, String header, String value) {
    return server
        .send(HttpRequest.newBuilder(server.uri("/api/sources")).header(header, value))
        .statusCode();
  }

  @Test
  void tokenAndSession_surviveARestart() throws Exception {
    String token;
    String cookie;
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      token = createViewerToken(server);
      assertThat(folder.resolve("secrets-key")).doesNotExist();
      cookie = signIn(server, token);
      assertThat(status(server, "Cookie", cookie)).isEqualTo(200);
    }
    assertThat(folder.resolve("secrets-key")).hasSize(32);
    assertThat(new String(Files.readAllBytes(folder.resolve("catalog.db")), ISO_8859_1))
        .doesNotContain(token);
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(status(server, "Cookie", cookie)).isEqualTo(200);
      assertThat(status(server, "Authorization", "Bearer " + token)).isEqualTo(200);
    }
  }

  @Test
  void endedSession_staysEndedAfterARestart() {
    String ended;
    String open;
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      ended = signIn(server, RunningServer.ADMIN_TOKEN);
      open = signIn(server, RunningServer.ADMIN_TOKEN);
      HttpResponse<String> signedOut =
          server.send(
              HttpRequest.newBuilder(server.uri("/api/session"))
                  .header("Cookie", ended)
                  .header("X-Postrider", "1")
                  .DELETE());
      assertThat(signedOut.statusCode()).isEqualTo(204);
      assertThat(status(server, "Cookie", ended)).isEqualTo(401);
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(status(server, "Cookie", ended)).isEqualTo(401);
      assertThat(status(server, "Cookie", open)).isEqualTo(200);
    }
  }

  @Test
  void failedAuthentications_areCounted() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(status(server, "Authorization", "Bearer wrong")).isEqualTo(401);
      assertThat(server.get("/metrics").body())
          .contains("postrider_auth_failures_total{method=\"token\"} 1.0");
    }
  }

  @Test
  void lastUse_isSavedAtShutdown() throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      String token = createViewerToken(server);
      assertThat(status(server, "Authorization", "Bearer " + token)).isEqualTo(200);
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.api("/api/tokens").at("/data/0/lastUsedAt").asText()).startsWith("20");
    }
  }

  @Test
  void session_endsWhenTheAdminTokenChanges() {
    String cookie;
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      cookie = signIn(server, RunningServer.ADMIN_TOKEN);
    }
    Map<String, String> replaced = Map.of("admin.token", "another-token-0123456789");
    try (RunningServer server = RunningServer.start(folder, replaced)) {
      assertThat(status(server, "Cookie", cookie)).isEqualTo(401);
      assertThat(status(server, "Authorization", "Bearer " + RunningServer.ADMIN_TOKEN))
          .isEqualTo(401);
    }
  }

  @Test
  void session_isValidOnlyWithTheSameKey() {
    byte[] key = new byte[32];
    Map<String, String> sameKey = Map.of("secrets.key", Base64.getEncoder().encodeToString(key));
    key[0] = 1;
    Map<String, String> otherKey = Map.of("secrets.key", Base64.getEncoder().encodeToString(key));
    String cookie;
    try (RunningServer server = RunningServer.start(folder, sameKey)) {
      cookie = signIn(server, RunningServer.ADMIN_TOKEN);
    }
    Path elsewhere = folder.resolve("elsewhere");
    try (RunningServer server = RunningServer.start(elsewhere, sameKey)) {
      assertThat(status(server, "Cookie", cookie)).isEqualTo(200);
    }
    try (RunningServer server = RunningServer.start(elsewhere, otherKey)) {
      assertThat(status(server, "Cookie", cookie)).isEqualTo(401);
    }
  }

  @Test
  void firstSource_isAuditedAsCreatedByTheProgram() throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      JsonNode entry = server.api("/api/audit").at("/data/0");
      assertThat(entry.path("action").asText()).isEqualTo("source.created");
      assertThat(entry.path("actor").toString())
          .isEqualTo("{\"id\":\"program\",\"name\":\"Postrider\"}");
      assertThat(entry.toString()).doesNotContain(server.writeKey());
    }
  }

  @Test
  void welcomePage_isServed() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      HttpResponse<String> page = server.get("/");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none';");
    }
  }
}
