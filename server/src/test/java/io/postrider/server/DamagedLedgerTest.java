package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the API says about messages whose entries are damaged or missing, and about others. */
@Tag("slow")
class DamagedLedgerTest {

  private static final long HEADER_BYTES = 4_096;

  @TempDir Path folder;
  private String writeKey = "";

  private static JsonNode story(RunningServer server, String messageId) {
    return server.api("/api/messages/" + messageId + "/story").at("/data/0");
  }

  private static void awaitDelivered(RunningServer server, String messageId) {
    await()
        .untilAsserted(
            () -> {
              JsonNode destination = story(server, messageId).at("/destinations/0");
              assertThat(destination.at("/state").asText()).isEqualTo("delivered");
              assertThat(destination.at("/entries")).hasSize(1);
            });
  }

  private void send(RunningServer server, String messageId) {
    server.track(
        "/v1/track",
        "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(messageId),
        writeKey);
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("ledger"))) {
      return files.filter(file -> file.toString().endsWith(".segment")).sorted().toList();
    }
  }

  /**
   * Delivers m1 to m6, two in each of three runs. A start moves the last block of a segment into
   * the next one: so the segments have m1, then m2 and m3, then m4, m5 and m6.
   */
  private void deliverSix(TestReceiver receiver) {
    for (int run = 0; run < 3; run++) {
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        if (run == 0) {
          writeKey = server.writeKey();
          server.createDestination(receiver.url("/"));
        }
        for (int i = 2 * run + 1; i <= 2 * run + 2; i++) {
          send(server, "m" + i);
          awaitDelivered(server, "m" + i);
          assertThat(story(server, "m" + i).at("/complete").asBoolean()).isTrue();
        }
      }
    }
  }

  /** The segments with entries. */
  private List<Path> filled() throws IOException {
    List<Path> filled = new ArrayList<>();
    for (Path segment : segments()) {
      ByteBuffer start = ByteBuffer.allocate(4);
      try (FileChannel file = FileChannel.open(segment)) {
        file.read(start, HEADER_BYTES);
      }
      if (start.getInt(0) != 0) {
        filled.add(segment);
      }
    }
    assertThat(filled).hasSize(3);
    return filled;
  }

  private void assertIncomplete(RunningServer server, String... lost) {
    awaitDelivered(server, "m1");
    awaitDelivered(server, "m6");
    for (String id : lost) {
      assertThat(story(server, id).at("/complete").asBoolean()).isFalse();
      assertThat(story(server, id).at("/destinations/0/entries")).isEmpty();
    }
    JsonNode page = server.api("/api/attempts");
    assertThat(page.at("/data")).hasSize(6 - lost.length);
    assertThat(page.at("/ledger/complete").asBoolean()).isFalse();
    assertThat(page.at("/ledger/unreadableBlocks").asInt()).isEqualTo(lost.length);
    assertThat(server.get("/metrics").body())
        .contains("postrider_ledger_unreadable_blocks " + lost.length);
    assertThat(story(server, "m6").at("/complete").asBoolean()).isTrue();
    send(server, "m7");
    awaitDelivered(server, "m7");
    assertThat(story(server, "m7").at("/complete").asBoolean()).isTrue();
  }

  @Test
  void damagedBlock_makesItsMessageIncomplete() throws IOException {
    try (TestReceiver receiver = TestReceiver.open()) {
      deliverSix(receiver);
      try (FileChannel file =
          FileChannel.open(filled().get(1), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        ByteBuffer last = ByteBuffer.allocate(1);
        long at = HEADER_BYTES + 100;
        file.read(last, at);
        last.put(0, (byte) ~last.get(0)).rewind();
        file.write(last, at);
      }
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        assertIncomplete(server, "m2");
        assertThat(server.api("/api/delivery-overview").at("/ledger/damaged")).isEmpty();
      }
    }
  }

  @Test
  void missingSegment_makesItsMessagesIncomplete_andIsShown() throws IOException {
    try (TestReceiver receiver = TestReceiver.open()) {
      deliverSix(receiver);
      Path lost = filled().get(1);
      Files.delete(lost);
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        assertIncomplete(server, "m2", "m3");
        JsonNode damaged = server.api("/api/delivery-overview").at("/ledger/damaged");
        assertThat(damaged).hasSize(1);
        Path notice = folder.resolve(damaged.at("/0/folder").asText());
        assertThat(notice.resolve("missing-files.txt"))
            .content()
            .contains(lost.getFileName().toString());
        assertThat(server.get("/metrics").body()).contains("postrider_ledger_damaged 1");
      }
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        awaitDelivered(server, "m7");
        assertThat(story(server, "m2").at("/complete").asBoolean()).isFalse();
        assertThat(server.api("/api/delivery-overview").at("/ledger/damaged"))
            .as("no second notice")
            .hasSize(1);
      }
    }
  }

  /** Damages the newest segment, which has m4, m5 and m6. */
  enum NewestDamage {
    HEADER,
    MIDDLE,
    END;

    /** The messages whose entries it costs. */
    Set<String> lost() {
      return switch (this) {
        case HEADER -> Set.of("m4", "m5", "m6");
        case MIDDLE -> Set.of("m4");
        case END -> Set.of("m5", "m6");
      };
    }

    void to(Path segment) throws IOException {
      try (FileChannel file =
          FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        ByteBuffer bodyBytes = ByteBuffer.allocate(4);
        file.read(bodyBytes, HEADER_BYTES + 44);
        switch (this) {
          case HEADER -> file.write(ByteBuffer.allocate(8), 40);
          case MIDDLE -> file.write(ByteBuffer.allocate(8), HEADER_BYTES + 16);
          case END -> file.truncate(HEADER_BYTES + 64 + bodyBytes.getInt(0));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void damagedNewestSegment_costsOnlyItsDamagedEntries(NewestDamage damage) throws IOException {
    try (TestReceiver receiver = TestReceiver.open()) {
      deliverSix(receiver);
      damage.to(filled().getLast());
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        for (int i = 1; i <= 6; i++) {
          String id = "m" + i;
          if (!damage.lost().contains(id)) {
            awaitDelivered(server, id);
          }
        }
        for (String id : damage.lost()) {
          assertThat(story(server, id).at("/complete").asBoolean()).as(id).isFalse();
          assertThat(story(server, id).at("/destinations/0/entries")).isEmpty();
        }
        assertThat(server.api("/api/delivery-overview").at("/ledger/damaged")).hasSize(1);
        // the first block after the damage tells until when it may reach
        for (String id : List.of("m7", "m8")) {
          send(server, id);
          awaitDelivered(server, id);
        }
        assertThat(story(server, "m8").at("/complete").asBoolean()).isTrue();
      }
    }
  }
}
