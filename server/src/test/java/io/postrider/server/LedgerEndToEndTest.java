package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.server.folder.SetAsideLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server leaves in the ledger's files. */
class LedgerEndToEndTest {

  @TempDir Path folder;

  private List<LedgerEntry> entries() throws IOException {
    List<LedgerEntry> entries = new ArrayList<>();
    try (EmbeddedLog log =
            EmbeddedLog.open(
                FolderDisk.open(folder.resolve("ledger")), EmbeddedLogOptions.DEFAULT);
        LogReader reader = log.reader(0, 0)) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        for (LogRecord record : read) {
          LedgerBlock block = LedgerBlock.of(record.bytes());
          while (block.next()) {
            entries.add(block.entry());
          }
        }
      }
    }
    return entries;
  }

  private List<LedgerEntry> of(String event) throws IOException {
    return entries().stream().filter(entry -> entry.subject().event().equals(event)).toList();
  }

  private static void track(RunningServer server, String event, String more) {
    server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"%s\"%s}".formatted(event, more));
  }

  /**
   * A blocked message has one entry for all destinations; a filtered one has one for each that
   * drops it; one that is not for a destination has none.
   */
  @Test
  void filteredMessages_haveTheirEntries() throws IOException {
    String picky;
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      picky = server.createDestination(receiver.url("/picky"));
      server.createDestination(receiver.url("/other"));
      server.api(
          "PATCH",
          "/api/destinations/" + picky,
          "{'filters':[{'name':'No drops','action':'drop','when':{'event':['Drop']}}]}");
      server.api(
          "PUT", "/api/sources/" + server.firstSource() + "/schema/Blocked", "{'allowed':false}");
      track(server, "Drop", "");
      track(server, "Blocked", "");
      track(server, "Excluded", ",\"integrations\":{\"All\":false}");
      track(server, "Sent", "");
      await().until(() -> receiver.received().size() == 3);
    }
    assertThat(of("Blocked")).hasSize(1);
    assertThat(of("Blocked").getFirst().end()).isEqualTo(FinalStatus.FILTERED);
    assertThat(of("Blocked").getFirst().target().destination()).isZero();
    assertThat(of("Blocked").getFirst().detail()).isEqualTo("source_schema");
    assertThat(of("Drop")).hasSize(2);
    assertThat(of("Drop"))
        .filteredOn(entry -> entry.end() == FinalStatus.FILTERED)
        .singleElement()
        .matches(entry -> "No drops".equals(entry.detail()))
        .matches(entry -> new DestinationId(entry.target().destination()).toString().equals(picky));
    assertThat(of("Excluded")).isEmpty();
    assertThat(of("Sent")).hasSize(2).allMatch(entry -> entry.end() == FinalStatus.DELIVERED);
  }

  /** The retry window ends without another attempt: the end is an entry of its own. */
  @Test
  void endOfTheRetryWindow_isFoundByItsUserAndEvent() {
    Map<String, String> settings = new HashMap<>(TestNode.LOCAL);
    settings.put("delivery.retry-window", "2s");
    try (TestReceiver receiver = TestReceiver.open().always(Behaviour.status(503));
        RunningServer server = RunningServer.start(folder, settings)) {
      String attempts =
          "/api/destinations/" + server.createDestination(receiver.url("/")) + "/attempts";
      track(server, "Sent", "");
      await()
          .untilAsserted(
              () -> {
                assertThat(ends(server, attempts + "?userId=u")).contains("failed");
                assertThat(ends(server, attempts + "?event=Sent")).contains("failed");
              });
      assertThat(hidesUsers(server)).isFalse();
      receiver.always(Behaviour.status(200));
      JsonNode _ = server.regulate("DELETE_ONLY", "u");
      await().untilAsserted(() -> assertThat(ends(server, attempts)).doesNotContain("failed"));
      assertThat(hidesUsers(server)).as("the overview counts what the list hides").isTrue();
    }
  }

  private static boolean hidesUsers(RunningServer server) {
    return server.api("/api/delivery-overview").at("/ledger/hidesUsers").asBoolean();
  }

  private static List<String> ends(RunningServer server, String path) {
    return server.api(path).path("data").findValuesAsText("end");
  }

  private static JsonNode damage(RunningServer server) {
    return server.api("/api/delivery-overview").at("/ledger/damaged");
  }

  /** A lost segment: the node starts, and says what is missing until the folder is deleted. */
  @Test
  void missingSegment_isShownUntilItsFolderIsDeleted() throws IOException {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      server.createDestination(receiver.url("/"));
      track(server, "Sent", "");
      await().until(() -> receiver.received().size() == 1);
      assertThat(damage(server)).isEmpty();
    }
    assertThat(of("Sent")).hasSize(1);
    try (Stream<Path> files = Files.list(folder.resolve("ledger"))) {
      for (Path segment : files.filter(file -> file.toString().endsWith(".segment")).toList()) {
        Files.delete(segment);
      }
    }
    for (int start = 0; start < 2; start++) {
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        JsonNode damaged = damage(server);
        assertThat(damaged).hasSize(1);
        assertThat(damaged.at("/0/folder").asText()).startsWith("ledger.damaged-");
        assertThat(server.get("/metrics").body()).contains("postrider_ledger_damaged 1");
      }
    }
    Files.move(
        folder.resolve(SetAsideLog.of(folder.resolve("ledger")).getFirst().folder()),
        folder.resolve("elsewhere"));
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      assertThat(damage(server)).isEmpty();
    }
  }
}
