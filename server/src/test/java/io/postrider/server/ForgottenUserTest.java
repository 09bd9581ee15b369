package io.postrider.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches the whole data folder, byte by byte, for a user who was deleted: when the log's
 * retention is over only the request and the list of suppressed users know of him.
 */
class ForgottenUserTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String USER = "ada-lovelace-4711";
  private static final Duration RETENTION = Duration.ofHours(4);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "delivery.allow-networks", "127.0.0.0/8",
          "delivery.retry-first-delay", "50ms",
          "delivery.retry-window", "1h",
          "log.retention", "4h",
          "log.retention-max", "4h");

  @TempDir Path folder;
  private volatile Duration later = Duration.ZERO;
  private final InstantSource clock = () -> Instant.now().plus(later);

  /** The names of all files that hold the user's id somewhere. */
  private Set<String> filesThatKnow() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (new String(Files.readAllBytes(file), ISO_8859_1).contains(USER)) {
          found.add(file.getFileName().toString().replaceAll("(-wal|-shm)$", ""));
        }
      }
    }
    return found;
  }

  private static String id(HttpResponse<String> made, String pointer) throws IOException {
    assertThat(made.statusCode()).as(made.body()).isBetween(200, 299);
    return JSON.readTree(made.body()).at(pointer).asText();
  }

  private void live(RunningServer server, TestReceiver receiver) throws IOException {
    String source = id(server.admin("GET", "/api/sources", null), "/data/0/id");
    id(
        server.admin(
            "POST",
            "/api/destinations",
            """
            {"name":"d","sources":["%s"],"settings":{"webhooks":[{"url":"%s"}]}}\
            """
                .formatted(source, receiver.url("/hook"))),
        "/id");
    receiver.then(Behaviour.status(503), Behaviour.status(410));
    for (String call :
        List.of(
            "track {'userId':'%s','event':'E','properties':{'of':'%s'}}",
            "identify {'userId':'%s','traits':{'name':'%s'}}",
            "alias {'userId':'%s','previousId':'%s before'}",
            "group {'userId':'%s','groupId':'g','context':{'of':'%s'}}",
            "track {'userId':'%s','properties':'rejected %s'}")) {
      String[] parts = call.replace('\'', '"').formatted(USER, USER).split(" ", 2);
      server.track("/v1/" + parts[0], parts[1]);
    }
    await().until(() -> receiver.received().size() >= 4);
  }

  private void forget(RunningServer server, TestReceiver receiver) throws IOException {
    String request =
        id(
            server.admin(
                "POST",
                "/api/regulations",
                """
                {"regulationType":"SUPPRESS_WITH_DELETE","subjectType":"USER_ID",\
                "subjectIds":["%s"]}\
                """
                    .formatted(USER)),
            "/id");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> server.admin("GET", "/api/regulations/" + request, null).body(),
            body -> body.contains("\"status\":\"FINISHED\""));
    assertThat(receiver.received())
        .anySatisfy(one -> assertThat(new String(one.body(), UTF_8)).contains("\"delete\""));
    server.track("/v1/track", "{\"userId\":\"%s\",\"event\":\"suppressed\"}".formatted(USER));
  }

  @Test
  void whenRetentionIsOver_onlyTheRequestAndTheSuppressionKnowTheUser() throws Exception {
    try (TestReceiver receiver = TestReceiver.open()) {
      try (RunningServer server = RunningServer.start(folder, SETTINGS, clock)) {
        live(server, receiver);
        forget(server, receiver);
      }
      assertThat(filesThatKnow()).contains("catalog.db").hasSizeGreaterThan(1);
      later = RETENTION.multipliedBy(9).dividedBy(8).plusSeconds(1);
      try (RunningServer server = RunningServer.start(folder, SETTINGS, clock)) {
        server.admin("GET", "/api/sources", null);
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(() -> assertThat(filesThatKnow()).containsExactly("catalog.db"));
        assertThat(server.admin("GET", "/api/messages?userId=" + USER, null).body())
            .contains("\"data\":[]");
      }
      assertThat(filesThatKnow()).containsExactly("catalog.db");
    }
  }
}
