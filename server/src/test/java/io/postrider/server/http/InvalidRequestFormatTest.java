package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that is not valid HTTP gets the error format of the API that its path belongs to. */
final class InvalidRequestFormatTest {

  private static final String HOST = "Host: x\r\n";

  @TempDir private static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.start(folder, Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> invalid() {
    String line = " HTTP/1.1\r\n";
    return Stream.of(
        Arguments.of("no Host", line + "\r\n", 400, "bad-request"),
        Arguments.of("two Hosts", line + HOST + HOST + "\r\n", 400, "bad-request"),
        Arguments.of("a folded header", line + HOST + "A: b\r\n c\r\n\r\n", 400, "bad-request"),
        Arguments.of("a header without name", line + HOST + ": b\r\n\r\n", 400, "bad-request"),
        Arguments.of(
            "a length and chunks",
            line + HOST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            400,
            "bad-request"),
        Arguments.of(
            "another coding",
            line + HOST + "Transfer-Encoding: gzip, chunked\r\n\r\n",
            400,
            "bad-request"),
        Arguments.of("a control byte", "\u0001" + line + HOST + "\r\n", 400, "bad-request"),
        Arguments.of("no version", "\r\n" + HOST + "\r\n", 400, "bad-request"),
        Arguments.of(
            "a long line", "?" + "x".repeat(9_000) + line + HOST + "\r\n", 414, "uri-too-long"),
        Arguments.of(
            "an expectation", line + HOST + "Expect: x\r\n\r\n", 417, "expectation-failed"),
        Arguments.of(
            "large headers",
            line + HOST + "A: " + "x".repeat(20_000) + "\r\n\r\n",
            431,
            "headers-too-large"),
        Arguments.of(
            "many headers",
            line + HOST + "A: b\r\n".repeat(100) + "\r\n",
            431,
            "headers-too-large"),
        Arguments.of(
            "another version", " HTTP/1.2\r\n" + HOST + "\r\n", 505, "version-not-supported"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void adminApi_answersProblems(String shape, String rest, int status, String problem)
      throws IOException {
    assertThat(answer("POST /api/sources" + rest))
        .matches(statusLine(status))
        .containsIgnoringCase("\r\ncontent-type: application/problem+json\r\n")
        .containsIgnoringCase("\r\nconnection: close\r\n")
        .contains("\"type\":\"urn:postrider:problem:" + problem + "\"")
        .contains("\"status\":" + status);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void trackingApi_answersItsOwnErrors(String shape, String rest, int status) throws IOException {
    assertThat(answer("POST /v1/track" + rest))
        .matches(statusLine(status))
        .containsIgnoringCase("\r\ncontent-type: application/json\r\n")
        .containsIgnoringCase("\r\nconnection: close\r\n")
        .contains("\"code\":\"invalid_request\"");
  }

  @Test
  void requestWithoutAReadableLine_getsTheErrorOfTheTrackingApi() throws IOException {
    assertThat(answer("\u0016\u0003\u0001\u0002\r\n\r\n"))
        .matches(statusLine(400))
        .contains("\"code\":\"invalid_request\"");
  }

  @Test
  void pathInTwoPieces_isKnown() throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      connection.send("POST /api/sou").send("rces HTTP/1.2\r\nHost: x\r\n\r\n");
      assertThat(connection.toEnd())
          .matches(statusLine(505))
          .containsIgnoringCase("application/problem+json");
    }
  }

  /** The version is that of the request, or 1.0 if it is unknown. */
  private static String statusLine(int status) {
    return "(?s)HTTP/1\\.[01] " + status + " .*";
  }

  private static String answer(String request) throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      return connection.send(request).toEnd();
    }
  }
}
