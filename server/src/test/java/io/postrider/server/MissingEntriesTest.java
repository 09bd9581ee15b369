package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the admin API tells about deliveries without entries in the ledger. */
class MissingEntriesTest {

  @TempDir Path folder;

  private final AtomicBoolean full = new AtomicBoolean();
  private TestReceiver receiver;

  @BeforeEach
  void open() {
    receiver = TestReceiver.open();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  private RunningServer start() {
    return RunningServer.start(folder, TestNode.LOCAL, path -> RefusingDisk.open(path, full));
  }

  private void deliver(RunningServer server, String key, String messageId) {
    int before = receiver.received().size();
    String json = "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(messageId);
    assertThat(server.track("/v1/track", json, key).statusCode()).isEqualTo(200);
    await().until(() -> receiver.received().size() > before);
  }

  private static JsonNode story(RunningServer server, String messageId) {
    return server.api("/api/messages/" + messageId + "/story");
  }

  private static void awaitState(RunningServer server, String messageId, String state) {
    await()
        .until(
            () ->
                story(server, messageId).at("/data/0/destinations/0/state").asText().equals(state));
  }

  @Test
  void gap_isInTheStoryInEveryPageAndInTheMetric() {
    String destination;
    try (RunningServer server = start()) {
      String key = server.writeKey();
      destination = server.createDestination(receiver.url("/"));
      deliver(server, key, "before");
      await().until(() -> story(server, "before").at("/data/0/destinations/0").has("endedAt"));
      assertThat(story(server, "before").at("/data/0/complete").asBoolean()).isTrue();
      full.set(true);
      deliver(server, key, "missing");
      awaitState(server, "missing", "unknown_in_gap");
      assertGap(server, destination);
      assertThat(server.get("/metrics").body()).contains("\npostrider_ledger_missing_total 1.0\n");
      full.set(false);
      await().until(() -> server.get("/metrics").body().contains("ledger_writable 1.0\n"));
      deliver(server, key, "after");
      await().until(() -> story(server, "after").at("/data/0/destinations/0").has("endedAt"));
      assertThat(story(server, "after").at("/data/0/complete").asBoolean()).isTrue();
    }
    try (RunningServer server = start()) { // the gap outlives the process, whatever the rules
      server.api(
          "PATCH",
          "/api/destinations/" + destination,
          "{'filters':[{'action':'drop','when':{'event':['E']}}]}");
      awaitState(server, "missing", "unknown_in_gap");
      assertGap(server, destination);
    }
  }

  private static void assertGap(RunningServer server, String destination) {
    JsonNode message = story(server, "missing").at("/data/0");
    assertThat(message.path("complete").asBoolean()).isFalse();
    assertThat(message.at("/destinations/0/entries")).isEmpty();
    assertGap(message.at("/destinations/0/gaps"), destination);
    assertThat(server.api("/api/messages?userId=ada").path("data"))
        .filteredOn(one -> one.path("messageId").asText().equals("missing"))
        .noneMatch(one -> one.path("complete").asBoolean());
    for (String path :
        List.of(
            "/api/messages/missing/story",
            "/api/destinations/" + destination + "/attempts",
            "/api/attempts",
            "/api/attempts/counts",
            "/api/delivery-overview",
            "/api/delivery-overview?by=destination&destinationId=" + destination)) {
      JsonNode ledger = server.api(path).path("ledger");
      assertGap(ledger.path("gaps"), destination);
      assertThat(ledger.path("since").asText()).as(path).isNotEmpty();
    }
  }

  private static void assertGap(JsonNode gaps, String destination) {
    assertThat(gaps).hasSize(1);
    JsonNode gap = gaps.get(0);
    assertThat(gap.path("destinationId").asText()).isEqualTo(destination);
    assertThat(gap.path("count").asLong()).isEqualTo(1);
    assertThat(Instant.parse(gap.path("from").asText()))
        .isBeforeOrEqualTo(Instant.parse(gap.path("to").asText()));
  }

  /** A message that a schema blocks has no destination, and neither has its gap. */
  @Test
  void gapOfABlockedMessage_isInTheStoryOfItsDestinations() {
    try (RunningServer server = start()) {
      String key = server.writeKey();
      server.createDestination(receiver.url("/"));
      server.api(
          "PUT", "/api/sources/" + server.firstSource() + "/schema/Blocked", "{'allowed':false}");
      full.set(true);
      String json = "{\"userId\":\"ada\",\"event\":\"Blocked\",\"messageId\":\"m\"}";
      assertThat(server.track("/v1/track", json, key).statusCode()).isEqualTo(200);
      await().until(() -> !story(server, "m").at("/data/0/destinations/0/gaps").isEmpty());
      JsonNode message = story(server, "m").at("/data/0");
      assertThat(message.at("/destinations/0/gaps/0").has("destinationId")).isFalse();
      assertThat(message.path("complete").asBoolean()).isFalse();
    }
  }

  @Test
  void messageOlderThanTheLedger_endedBeforeItBegan() throws IOException {
    InstantSource anHourAgo = () -> Instant.now().minus(Duration.ofHours(1));
    String key;
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL, anHourAgo)) {
      key = server.writeKey();
      server.createDestination(receiver.url("/"));
      deliver(server, key, "old");
      awaitState(server, "old", "delivered");
    }
    delete("ledger");
    delete("ledger-index");
    try (RunningServer server =
        RunningServer.start(folder, TestNode.LOCAL, path -> FolderDisk.open(path))) {
      awaitState(server, "old", "unknown_before_ledger");
      deliver(server, key, "new");
      await().until(() -> story(server, "new").at("/data/0/destinations/0").has("endedAt"));
      JsonNode told = story(server, "old");
      assertThat(told.at("/data/0/complete").asBoolean()).isFalse();
      assertThat(told.at("/data/0/destinations/0/state").asText())
          .isEqualTo("unknown_before_ledger");
      assertThat(told.at("/data/0/destinations/0/entries")).isEmpty();
      assertThat(Instant.parse(told.at("/ledger/since").asText()))
          .isAfter(Instant.parse(told.at("/data/0/acceptedAt").asText()));
      assertThat(story(server, "new").at("/data/0/complete").asBoolean()).isTrue();
    }
  }

  private void delete(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
