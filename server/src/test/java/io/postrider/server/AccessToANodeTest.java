package io.postrider.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens and sessions on a real node, and over its restarts. */
final class AccessToANodeTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return MAPPER.readTree(answer.body());
  }

  private static String handOut(RunningServer server, String role) throws IOException {
    HttpResponse<String> created =
        server.admin("POST", "/api/tokens", "{\"name\":\"n\",\"role\":\"%s\"}".formatted(role));
    assertThat(created.statusCode()).isEqualTo(201);
    return json(created).path("token").asText();
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
  void tokenAndSession_outliveARestart() throws Exception {
    String token;
    String cookie;
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      token = handOut(server, "viewer");
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
  void lastUse_isKeptWhenTheNodeStops() throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      String token = handOut(server, "viewer");
      assertThat(status(server, "Authorization", "Bearer " + token)).isEqualTo(200);
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(json(server.admin("GET", "/api/tokens", null)).at("/data/0/lastUsedAt").asText())
          .startsWith("20");
    }
  }

  @Test
  void session_endsWhenTheOperatorsTokenIsReplaced() {
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
  void session_isHonouredByThoseWhoHaveTheSameKeyAlone() {
    byte[] key = new byte[32];
    Map<String, String> ours = Map.of("secrets.key", Base64.getEncoder().encodeToString(key));
    key[0] = 1;
    Map<String, String> theirs = Map.of("secrets.key", Base64.getEncoder().encodeToString(key));
    String cookie;
    try (RunningServer server = RunningServer.start(folder, ours)) {
      cookie = signIn(server, RunningServer.ADMIN_TOKEN);
    }
    Path elsewhere = folder.resolve("elsewhere");
    try (RunningServer server = RunningServer.start(elsewhere, ours)) {
      assertThat(status(server, "Cookie", cookie)).isEqualTo(200);
    }
    try (RunningServer server = RunningServer.start(elsewhere, theirs)) {
      assertThat(status(server, "Cookie", cookie)).isEqualTo(401);
    }
  }

  @Test
  void firstSource_isTheProgramsOwnDoing() throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      JsonNode entry = json(server.admin("GET", "/api/audit", null)).at("/data/0");
      assertThat(entry.path("action").asText()).isEqualTo("source.created");
      assertThat(entry.path("actor").toString())
          .isEqualTo("{\"id\":\"program\",\"name\":\"Postrider\"}");
      assertThat(entry.toString()).doesNotContain(server.writeKey());
    }
  }

  @Test
  void page_isThere() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      HttpResponse<String> page = server.get("/");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none';");
    }
  }
}
