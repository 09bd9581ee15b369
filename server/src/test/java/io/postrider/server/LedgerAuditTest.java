package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.FinalStatus;
import io.postrider.ledger.LedgerEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit that follows each kill counts every kind of end, and notices a missing entry. */
class LedgerAuditTest {

  private static final int MESSAGES = 4;

  /** So many failures open a breaker. */
  private static final int MANY = 20;

  @TempDir Path folder;

  private static int listed(RunningServer server, String query) {
    return server.api("/api/attempts?" + query).at("/data").size();
  }

  @Test
  void everySettledDelivery_needsItsEntry() throws IOException {
    try (CountingReceiver healthy = CountingReceiver.open(1, 0);
        CountingReceiver refusing = CountingReceiver.refusing(2, 100);
        CountingReceiver paused = CountingReceiver.open(3, 0)) {
      List<CountingReceiver> receivers = List.of(healthy, refusing, paused);
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        String picky = server.createDestination(healthy.url());
        server.createDestination(refusing.url());
        String waiting = server.createDestination(paused.url());
        server.api(
            "PATCH",
            "/api/destinations/" + picky,
            "{'filters':[{'name':'No drops','action':'drop','when':{'event':['Drop']}}]}");
        server.api("PATCH", "/api/destinations/" + waiting, "{'paused':true}");
        for (int i = 0; i < MESSAGES; i++) {
          String event = i == 0 ? "Drop" : "E";
          server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"%s\"}".formatted(event));
        }
        await().until(() -> listed(server, "end=failed") == MESSAGES);
        await().until(() -> listed(server, "end=delivered") == MESSAGES - 1);
        server.api("PATCH", "/api/destinations/" + waiting, "{'enabled':false}");
        await().until(() -> listed(server, "end=cancelled") == MESSAGES);
      }

      LedgerAudit.Counts counts = LedgerAudit.check(folder, receivers);

      assertThat(counts.settled()).isEqualTo(3 * MESSAGES);
      assertThat(counts.ends())
          .isEqualTo(
              Map.of(
                  "CANCELLED",
                  MESSAGES,
                  "DELIVERED",
                  MESSAGES - 1,
                  "FAILED",
                  MESSAGES,
                  "FILTERED",
                  1));
      try (Stream<Path> files = Files.list(folder.resolve("ledger"))) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      assertThatThrownBy(() -> LedgerAudit.check(folder, receivers))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ends of message 0");
    }
  }

  private void assertNoticed(
      List<CountingReceiver> receivers, String end, Predicate<LedgerEntry> forgotten) {
    assertThatThrownBy(() -> LedgerAudit.check(folder, receivers, forgotten.negate()))
        .as("a ledger that forgets " + end)
        .isInstanceOf(AssertionError.class);
  }

  private static boolean isHeld(LedgerEntry entry) {
    return entry.failure() != null && entry.failure().held();
  }

  /**
   * A dead destination gives up what it never sent; a deletion supersedes what waits at another.
   */
  @Test
  void heldAndSupersededDeliveries_needTheirEntries() {
    Map<String, String> settings = new HashMap<>(TestNode.LOCAL);
    settings.put("delivery.retry-window", "3s");
    settings.put("delivery.timeout", "500ms");
    try (CountingReceiver dead = CountingReceiver.open(1, 100);
        CountingReceiver paused = CountingReceiver.open(2, 0)) {
      List<CountingReceiver> receivers = List.of(dead, paused);
      try (RunningServer server = RunningServer.start(folder, settings)) {
        String failing = server.createDestination(dead.url());
        String waiting = server.createDestination(paused.url());
        server.api("PATCH", "/api/destinations/" + waiting, "{'paused':true}");
        String json = "{\"userId\":\"u\",\"event\":\"E\"}";
        for (int i = 0; i < MANY; i++) {
          server.track("/v1/track", json);
        }
        await()
            .until(
                () ->
                    server
                        .api("/api/destinations/" + failing + "/metrics")
                        .at("/urls/0/breaker")
                        .asText()
                        .equals("open"));
        for (int i = 0; i < MESSAGES; i++) {
          server.track("/v1/track", json);
        }
        await().until(() -> listed(server, "end=failed&limit=200") == MANY + MESSAGES);
        String deletion = server.regulate("DELETE_ONLY", "u").path("id").asText();
        await()
            .until(
                () ->
                    server.api("/api/regulations/" + deletion).at("/overview/0/sent").asInt() == 1);
        server.api("PATCH", "/api/destinations/" + waiting, "{'paused':false}");
        await().until(() -> paused.ids().contains(CountingReceiver.deleteOf("u")));
      }

      Map<String, Integer> ends = LedgerAudit.check(folder, receivers).ends();

      assertThat(ends).containsEntry("SUPERSEDED", MANY + MESSAGES);
      assertThat(ends.get("HELD")).isGreaterThanOrEqualTo(MESSAGES);
      assertNoticed(receivers, "superseded", entry -> entry.end() == FinalStatus.SUPERSEDED);
      assertNoticed(receivers, "held", LedgerAuditTest::isHeld);
    }
  }
}
