package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.server.folder.DataFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Since when the answers of the admin API know what they tell. */
class KnownSinceTest {

  /** Longer than minutes are stored. */
  private static final Duration AGO = TimeStep.MINUTE.retention().plusDays(1);

  @TempDir Path folder;

  private TestReceiver receiver;

  @BeforeEach
  void open() {
    receiver = TestReceiver.open().always(Behaviour.status(410));
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  /** Accepts a message some days ago, which fails; returns the failed deliveries' path. */
  private String failLongAgo() {
    InstantSource before = () -> Instant.now().minus(AGO);
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL, before)) {
      String failed =
          "/api/destinations/"
              + server.createDestination(receiver.url("/"))
              + "/deliveries?status=failed";
      String json = "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"m\"}";
      assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
      await().until(() -> server.api(failed).path("data").size() == 1);
      await().until(() -> server.api("/api/destination-volumes").has("since"));
      return failed;
    }
  }

  private static Instant time(JsonNode answer, String field) {
    return Instant.parse(answer.at(field).asText());
  }

  @Test
  void answersKnowWhatWasCountedAndListedLongAgo() {
    Instant begun = Instant.now().minus(AGO);
    String failed = failLongAgo();
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      JsonNode page = server.api(failed);
      assertThat(time(page, "/since")).isEqualTo(time(page, "/data/0/acceptedAt"));
      // the oldest hour may be counted in part; the first sample may be in the next
      Instant counted = begun.plus(TimeStep.HOUR.length().multipliedBy(2));
      assertThat(time(server.api("/api/destination-volumes"), "/since")).isBetween(begun, counted);
      assertThat(time(server.api("/api/usage"), "/since")).isBetween(begun, counted);
      JsonNode overview = server.api("/api/overview?step=hour");
      assertThat(time(overview, "/totals/since")).isBetween(begun, counted);
      JsonNode deliveries =
          server.api(
              "/api/delivery-overview?by=source&from=%s&to=%s"
                  .formatted(begun.minusSeconds(600), begun.plusSeconds(600)));
      assertThat(time(deliveries, "/receivedSince")).isBetween(begun, counted);
      assertThat(deliveries.at("/total/0/step").asText()).isEqualTo("received");
      assertThat(deliveries.at("/total/0/count").asLong())
          .as("minutes are deleted, hours are not")
          .isEqualTo(1);
      assertThat(server.api("/api/delivery-overview?by=event&event=E").has("receivedSince"))
          .as("without received messages")
          .isFalse();
    }
  }

  /** As after a kill: the counters of the last seconds are lost, the messages are not. */
  @Test
  void lostCounters_areCountedFromTheLog() {
    String json = "{\"userId\":\"u\",\"event\":\"E\"}";
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      for (int i = 0; i < 3; i++) {
        assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
      }
      await().untilAsserted(() -> assertThat(received(server)).isEqualTo(3));
    }
    try (Database statistics =
        Database.open(DatabaseUrl.sqlite(DataFile.STATISTICS.in(folder)), Schema.STATISTICS)) {
      assertThat(statistics.execute("update intake_count set accepted = 0")).isPositive();
    }
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      await().untilAsserted(() -> assertThat(received(server)).isEqualTo(3));
    }
  }

  /** As after a stop before the log's follower has counted anything. */
  @Test
  void messagesThatOnlyIngestHasCounted_areCountedOnce() {
    String json = "{\"userId\":\"u\",\"event\":\"E\"}";
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
      await().untilAsserted(() -> assertThat(received(server)).isOne());
    }
    try (Database statistics =
        Database.open(DatabaseUrl.sqlite(DataFile.STATISTICS.in(folder)), Schema.STATISTICS)) {
      statistics.execute("update intake_count set accepted = 1 where accepted > 0");
      for (String table : List.of("received_count", "usage_day", "usage_bookmark")) {
        statistics.execute("delete from " + table);
      }
    }
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      await().until(() -> !server.api("/api/usage").path("data").isEmpty());
      assertThat(received(server)).isOne();
    }
  }

  private static long received(RunningServer server) {
    return server.api("/api/delivery-overview").at("/total/0/count").asLong();
  }

  @Test
  void statisticsThatWereSetAside_countSinceThen() throws IOException {
    String failed = failLongAgo();
    Files.write(DataFile.STATISTICS.in(folder), new byte[10_000]);
    Instant restarted = Instant.now();
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      await().until(() -> server.api("/api/destination-volumes").has("since"));
      assertThat(time(server.api("/api/destination-volumes"), "/since"))
          .isBetween(restarted, Instant.now());
      assertThat(time(server.api("/api/delivery-overview"), "/receivedSince"))
          .isBetween(restarted, Instant.now());
      assertThat(time(server.api(failed), "/since")).isBefore(restarted.minus(Duration.ofDays(1)));
    }
  }
}
