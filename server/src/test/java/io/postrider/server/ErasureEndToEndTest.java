package io.postrider.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches every file of the data folder for the ID of a deleted user. Within a day the ledger and
 * the rejected calls forget the user; after the retention only the regulation and the suppression
 * contain it.
 */
@Tag("slow")
class ErasureEndToEndTest {

  private static final String USER = "ada-lovelace-4711";
  private static final Duration RETENTION = Duration.ofHours(4);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "delivery.allow-networks", "127.0.0.0/8",
          "delivery.retry-first-delay", "50ms",
          "delivery.retry-window", "1h",
          "log.retention", "4h",
          "log.retention-max", "4h",
          "ledger.retention", "4h");

  @TempDir Path folder;
  private volatile Duration ahead = Duration.ZERO;
  private final InstantSource clock = () -> Instant.now().plus(ahead);

  /** The names of all files that contain the user's ID. */
  private Set<String> filesWithUser() throws IOException {
    return filesWithUser(folder);
  }

  private static Set<String> filesWithUser(Path within) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(within)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try {
          if (new String(Files.readAllBytes(file), ISO_8859_1).contains(USER)) {
            found.add(file.getFileName().toString().replaceAll("(-wal|-shm)$", ""));
          }
        } catch (NoSuchFileException deleted) {
          // by retention, since the folder was listed
        }
      }
    }
    return found;
  }

  private static void sendMessages(RunningServer server, TestReceiver receiver) {
    server.createDestination(receiver.url("/hook"));
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

  private static String delete(RunningServer server, TestReceiver receiver) {
    String regulation =
        "/api/regulations/" + server.regulate("SUPPRESS_WITH_DELETE", USER).path("id").asText();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> server.api(regulation), now -> now.path("status").asText().equals("FINISHED"));
    assertThat(receiver.received())
        .anySatisfy(one -> assertThat(new String(one.body(), UTF_8)).contains("\"delete\""));
    server.track("/v1/track", "{\"userId\":\"%s\",\"event\":\"suppressed\"}".formatted(USER));
    return regulation;
  }

  @Test
  void withinADay_ledgerAndRejectedCallsForgetTheUser() throws Exception {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(
        Map.of("log.retention", "3d", "log.retention-max", "3d", "ledger.retention", "7d"));
    Path ledger = folder.resolve("ledger");
    Path rejected = folder.resolve("rejected");
    String regulation;
    try (TestReceiver receiver = TestReceiver.open()) {
      receiver.then(Behaviour.answer(500, "no user " + USER));
      try (RunningServer server = RunningServer.start(folder, settings, clock)) {
        sendMessages(server, receiver);
        regulation = delete(server, receiver);
        JsonNode due = server.api(regulation);
        assertThat(due.has("samplesErasedAt")).isFalse();
        assertThat(Instant.parse(due.path("samplesDueBy").asText()))
            .isEqualTo(Instant.parse(due.path("createdAt").asText()).plus(Duration.ofDays(1)));
        assertThat(server.admin("GET", "/api/rejected", null).body()).doesNotContain(USER);
      }
      assertThat(filesWithUser(ledger)).as("an answer").isNotEmpty();
      assertThat(filesWithUser(rejected)).as("a rejected call").isNotEmpty();
      ahead = Duration.ofHours(23);
      try (RunningServer server = RunningServer.start(folder, settings, clock)) {
        JsonNode done =
            await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.api(regulation), now -> now.has("samplesErasedAt"));
        assertThat(done.has("samplesDueBy")).isFalse();
        assertThat(Instant.parse(done.path("samplesErasedAt").asText()))
            .isBefore(Instant.parse(done.path("createdAt").asText()).plus(Duration.ofDays(1)));
        assertThat(filesWithUser(ledger)).isEmpty();
        assertThat(filesWithUser(rejected)).isEmpty();
        assertThat(filesWithUser())
            .as("the log keeps its messages")
            .anyMatch(name -> name.endsWith(".segment"));
        assertThat(server.admin("GET", "/api/rejected", null).body()).doesNotContain(USER);
      }
      assertThat(filesWithUser(ledger)).isEmpty();
      assertThat(filesWithUser(rejected)).isEmpty();
    }
  }

  @Test
  void afterRetention_onlyRegulationAndSuppressionContainTheUser() throws Exception {
    try (TestReceiver receiver = TestReceiver.open()) {
      try (RunningServer server = RunningServer.start(folder, SETTINGS, clock)) {
        sendMessages(server, receiver);
        delete(server, receiver);
      }
      assertThat(filesWithUser()).contains("catalog.db").hasSizeGreaterThan(1);
      ahead = RETENTION.multipliedBy(9).dividedBy(8).plusSeconds(1);
      try (RunningServer server = RunningServer.start(folder, SETTINGS, clock)) {
        server.admin("GET", "/api/sources", null);
        // nothing expires right after a start, until the clock can be trusted
        ahead = ahead.plus(RETENTION.dividedBy(16)).plusSeconds(1);
        await()
            .atMost(Duration.ofSeconds(90))
            .untilAsserted(() -> assertThat(filesWithUser()).containsExactly("catalog.db"));
        assertThat(server.admin("GET", "/api/messages?userId=" + USER, null).body())
            .contains("\"data\":[]");
      }
      assertThat(filesWithUser()).containsExactly("catalog.db");
    }
  }
}
