package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.postrider.server.http.RawConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Requests that need no key fill neither the disk nor the log nor the metrics. */
final class UnauthenticatedRequestsTest {

  private static final int ROUNDS = 200;

  @TempDir private Path folder;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private RunningServer server;

  @BeforeEach
  void start() {
    server = RunningServer.start(folder, Map.of());
    lines.start();
    root.addAppender(lines);
  }

  @AfterEach
  void stop() {
    root.detachAppender(lines);
    server.close();
  }

  @Test
  void rejectedRequests_leaveNothingBehind() throws IOException {
    round(0);
    long series = series();
    long bytes = folderBytes();
    for (int i = 1; i <= ROUNDS; i++) {
      round(i);
    }
    assertThat(series()).isEqualTo(series);
    assertThat(folderBytes() - bytes).isLessThan(256 * 1024);
    assertThat(lines.list.size()).as("%s", lines.list).isLessThan(5);
    assertThat(server.stopAndReadLog()).isEmpty();
  }

  private void round(int i) throws IOException {
    List<String> requests =
        List.of(
            post("/v1/track", "", "{\"userId\":\"u" + i + "\",\"event\":\"E\"}"),
            post("/v1/track", "", "{\"writeKey\":\"k" + i + "\",\"event\":\"E\"}"),
            post("/v1/track", "Authorization: " + RunningServer.basic("k" + i) + "\r\n", "{}"),
            post("/v1/track", "Authorization: Basic !" + i + "\r\n", "{}"),
            post("/v1/batch", "", "not JSON " + i),
            post("/v1/batch", "Content-Encoding: gzip\r\n", "not gzip " + i),
            post("/v1/batch", "Content-Encoding: zip" + i + "\r\n", "{}"),
            post("/v1/path" + i, "", "{}"),
            post("/api/path" + i, "Authorization: Bearer t" + i + "\r\n", "{}"),
            post("/api/sources", "", "{}"),
            post("/api/session", "Content-Type: application/json\r\n", "{\"x\":" + i + "}"),
            post("/metrics", "", "{}"),
            "GET /v1/projects/k" + i + "/settings HTTP/1.1\r\nHost: x\r\n\r\n",
            "M" + i + " /v1/track HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET //metrics HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET / HTTP/2." + i + "\r\nHost: x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nExpect: e" + i + "\r\n\r\n",
            "POST /v1/t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "garbage " + i + "\r\n\r\n");
    for (String request : requests) {
      try (RawConnection connection = RawConnection.open(server.port())) {
        assertThat(connection.send(request).answer())
            .as(request)
            .matches("(?s)HTTP/1\\.[01] [45]\\d\\d .*")
            .doesNotContain(" 500 ");
      }
    }
    try (RawConnection gone = RawConnection.open(server.port())) {
      gone.send(post("/v1/track", "", "{}").substring(0, 40 + i % 15));
      gone.reset();
    }
  }

  private static String post(String path, String headers, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: x\r\n"
        + headers
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private long series() {
    return server
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("postrider_"))
        .count();
  }

  /** The size of the databases; the log preallocates its files. */
  private long folderBytes() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
