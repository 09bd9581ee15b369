package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.catalog.RecordingLog;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AdminApiErrorsTest extends ApiTests {

  @Override
  public ResourceRouter.Limits limits() {
    return new ResourceRouter.Limits(64 * 1024, Duration.ofSeconds(1), 128, 128);
  }

  private Reply withAuthorization(String value) throws Exception {
    return request("GET", "/api/sources", null, Map.of("Authorization", value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer prt_0123456789abcdefghjkmnpqrstvwxyZ",
        "Bearer prt_0123456789abcdefghjkmnpqrstvwxy",
        "Bearer prt_0123456789abcdefghjkmnpqrstvwxyzz",
        "Bearer ",
        "Bearer",
        "Basic " + TOKEN,
        TOKEN,
        "Bearer x " + TOKEN
      })
  void token_mustBeRight(String authorization) throws Exception {
    Reply refused = withAuthorization(authorization);
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
  }

  @Test
  void token_mayComeWithAnySpellingOfItsScheme() throws Exception {
    assertThat(withAuthorization("bearer " + TOKEN).status()).isEqualTo(200);
  }

  @Test
  void token_isNeededForEveryPathAndNeverReadFromTheQuery() throws Exception {
    String query = "?token=%s&access_token=%s".formatted(TOKEN, TOKEN);
    for (String path : new String[] {"/api/sources" + query, "/api/nothing", "/api", "/api/"}) {
      assertThat(request("GET", path, null, Map.of()).status()).as(path).isEqualTo(401);
    }
    assertThat(request("POST", "/api/sources", new byte[100_000], Map.of()).status())
        .isEqualTo(401);
    assertThat(request("OPTIONS", "/api/sources", null, Map.of()).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/nothing",
        "/api",
        "/api/",
        "/api/sources/src_0000000000000",
        "/api/sources/nonsense",
        "/api/sources/%00",
        "/api/sources/src_0000000000000/more",
        "/api/sources/..%2f"
      })
  void unknownPath_isNotFound(String path) throws Exception {
    assertThat(get(path).status()).isEqualTo(404);
  }

  @Test
  void method_mustBeOneOfThePath() throws Exception {
    Reply refused = request("PUT", "/api/sources", "{}");
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("GET, POST, HEAD, OPTIONS");
    assertThat(get("/api/sources/src_0000000000000/write-keys").header("Allow"))
        .isEqualTo("POST, OPTIONS");
    assertThat(request("POST", "/openapi.json", "{}").status()).isEqualTo(405);
  }

  @Test
  void options_tellWhatIsAllowed() throws Exception {
    Reply options = request("OPTIONS", "/api/sources/src_0000000000000", null);
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.header("Allow")).isEqualTo("GET, PATCH, DELETE, HEAD, OPTIONS");
  }

  @Test
  void head_answersAsGetDoesWithoutBody() throws Exception {
    Reply head = request("HEAD", "/api/sources", null);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo("23");
    assertThat(request("HEAD", "/api/sources/nonsense", null).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "{\"name\":}", "{} {}", "{\"name\":1,\"name\":2}", "nul"})
  void body_mustBeJson(String body) throws Exception {
    assertThat(post("/api/sources", body).status()).isEqualTo(400);
  }

  @Test
  void body_mustBeUtf8() throws Exception {
    byte[] latin1 = {'"', (byte) 0xe9, '"'};
    Map<String, String> headers =
        Map.of("Authorization", "Bearer " + TOKEN, "Content-Type", "application/json");
    assertThat(request("POST", "/api/sources", latin1, headers).status()).isEqualTo(400);
  }

  @Test
  void body_nestedDeeplyIsRefused() throws Exception {
    assertThat(post("/api/sources", "[".repeat(60_000)).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "json", ";"})
  void body_mustSayThatItIsJson(String type) throws Exception {
    Map<String, String> headers = Map.of("Authorization", "Bearer " + TOKEN, "Content-Type", type);
    byte[] body = ApiDocument.utf8("{\"name\":\"n\",\"type\":\"web\"}");
    assertThat(request("POST", "/api/sources", body, headers).status()).isEqualTo(415);
  }

  @Test
  void body_isBoundedInSize() throws Exception {
    String source = "{\"name\":\"n\",\"type\":\"web\"}";
    String largest = " ".repeat(64 * 1024 - source.length()) + source;
    assertThat(post("/api/sources", largest).status()).isEqualTo(201);
    assertThat(post("/api/sources", largest + " ").status()).isEqualTo(413);
    assertThat(post("/api/sources", " ".repeat(5_000_000)).status()).isEqualTo(413);
  }

  @Test
  void body_withoutStatedLengthIsBoundedToo() throws Exception {
    String chunk = "1000\r\n" + " ".repeat(0x1000) + "\r\n";
    assertThat(raw("Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(17)))
        .startsWith("HTTP/1.1 413");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz", "-1", "80000000", "FFFFFFFFFFFFFFFF", "2\r\n{}x"})
  void body_ofMalformedChunksIsABadRequest(String chunk) throws Exception {
    assertThat(raw("Transfer-Encoding: chunked\r\n\r\n" + chunk + "\r\n"))
        .startsWith("HTTP/1.1 400")
        .containsIgnoringCase("application/problem+json")
        .containsIgnoringCase("\r\nconnection: close\r\n");
  }

  @Test
  void body_ofTooLargeAStatedLengthIsRefusedBeforeItArrives() throws Exception {
    assertThat(raw("Content-Length: 65537\r\n\r\n")).startsWith("HTTP/1.1 413");
    assertThat(raw("Expect: 100-continue\r\nContent-Length: 65537\r\n\r\n"))
        .startsWith("HTTP/1.1 413");
  }

  @Test
  void body_thatNeverEndsIsGivenUp() throws Exception {
    assertThat(raw("Content-Length: 100\r\n\r\n{")).startsWith("HTTP/1.1 408");
  }

  /** What comes back until the server closes the connection. */
  private String raw(String rest) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(20_000);
      String head =
          "POST /api/sources HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n".formatted(TOKEN);
      socket.getOutputStream().write((head + rest).getBytes(US_ASCII));
      InputStream answer = socket.getInputStream();
      return new String(answer.readAllBytes(), US_ASCII);
    }
  }

  @Test
  void storeAway_isSaidWithATimeToRetry() throws Exception {
    Reply created = create("here");
    access.goAway();
    for (Reply reply :
        new Reply[] {
          get("/api/sources"),
          get(created.header("Location")),
          post("/api/sources", "{\"name\":\"n\",\"type\":\"web\"}"),
          request("PATCH", created.header("Location"), "{}"),
          request("DELETE", created.header("Location"), null)
        }) {
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.header("Retry-After")).isEqualTo("1");
    }
    access.comeBack();
    assertThat(get(created.header("Location")).status()).isEqualTo(200);
  }

  @Test
  void bug_tellsNothingOfTheInside() throws Exception {
    access.breakDown("secret-inside");
    Reply failed = get("/api/sources");
    assertThat(failed.status()).isEqualTo(500);
    assertThat(failed.body().toString()).doesNotContain("secret-inside", "Exception", "java");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/sources/%zz",
        "/api/sources/%",
        "/%a",
        "/%zz/api",
        "/x%2",
        "/api/messages/%FF",
        "/api/messages/%ED%A0%80",
        "/api/messages/%C0%AF",
        "/api/messages/%C3x%A9",
        "/api/messages/%C3"
      })
  void malformedAddress_isTheSendersFault(String path) throws Exception {
    try (RecordingLog log = RecordingLog.open();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(20_000);
      String head =
          "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n\r\n"
              .formatted(path, "Authorization: Bearer " + TOKEN);
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      assertThat(answer)
          .startsWith("HTTP/1.1 400 ")
          .containsIgnoringCase("Content-Type: application/problem+json")
          .contains("urn:postrider:problem:bad-request");
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void escapesOfOtherScripts_areRead() throws Exception {
    assertThat(get("/api/messages/%C3%A9%F0%9F%98%80%e2%82%ac").status()).isEqualTo(404);
    assertThat(delivery.asked).containsExactly("é😀€");
  }

  @Test
  void keyGivenTwice_isNamed() throws Exception {
    Reply refused = post("/api/sources", "{\"name\":\"secret\",\"name\":\"b\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail"))
        .startsWith("The body has the key \"name\" twice: line 1, column ")
        .doesNotContain("secret");
    String longest = "k".repeat(100);
    assertThat(twice(longest)).contains("\"" + longest + "\" twice");
    assertThat(twice(longest + "k")).startsWith("The body is not JSON: line 1");
  }

  private String twice(String key) throws Exception {
    return post("/api/sources", "{\"%1$s\":1,\"%1$s\":2}".formatted(key)).text("detail");
  }

  @Test
  void secrets_areNeverLogged() throws Exception {
    try (RecordingLog log = RecordingLog.open()) {
      String key = create("quiet").text("writeKey");
      withAuthorization("Bearer wrong-" + TOKEN);
      request("GET", "/api/sources?token=" + TOKEN, null, Map.of());
      post("/api/sources", "{\"writeKey\":\"%s\"".formatted(key));
      access.breakDown("bug");
      get("/api/sources?cursor=" + RawCursors.of("sources").text("p1"));
      assertThat(log.lines()).anyMatch(line -> line.contains("A request failed"));
      assertThat(log.lines()).noneMatch(line -> line.contains(TOKEN) || line.contains(key));
    }
  }
}
