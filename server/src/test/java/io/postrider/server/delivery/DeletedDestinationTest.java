package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.route.ActiveRanges;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.ledger.GapReason;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a deleted destination had not delivered ends in the ledger; then its rows go. */
class DeletedDestinationTest extends DeliveryTests {

  private static final ActiveRanges ALWAYS = ActiveRanges.NONE.opened(LogEndOffsets.of(0));

  private final FlakyCursorStore flaky = new FlakyCursorStore(super::cursorStore);

  @Override
  CursorStore cursorStore() {
    return flaky;
  }

  private List<LedgerEntry> ends() {
    return entries().stream().filter(entry -> entry.end() != null).toList();
  }

  private List<Long> rows(String table) {
    return cursorDatabase().list(Long.class, "select destination from " + table);
  }

  private void awaitNoRows() {
    await()
        .untilAsserted(
            () -> {
              assertThat(rows("delivery_cursor")).isEmpty();
              assertThat(rows("delivery_mark")).isEmpty();
              assertThat(rows("delivery_health")).isEmpty();
            });
  }

  /** Waits for flushes that begin after the call, which save the positions of new messages. */
  private void awaitFlushes(int count) {
    for (int flush = 0; flush < count; flush++) {
      send(1);
      long end = log.endOffset(0);
      await().until(() -> cursorPosition() == end);
    }
  }

  private List<LedgerGap> gaps() {
    return new SqlGapStore(cursorDatabase()).since(Instant.EPOCH);
  }

  @Test
  void waitingMessages_endAsCancelled() {
    TestReceiver receiver = closing(TestReceiver.open());
    DeliveryService running = start(destination(1, ALWAYS, true, receiver.url("/")));
    send(3);
    await().until(() -> rows("delivery_cursor").equals(List.of(1L)));

    running.apply(catalog());
    awaitNoRows();

    assertThat(ends()).extracting(LedgerEntry::offset).containsExactly(0L, 1L, 2L);
    assertThat(ends()).extracting(LedgerEntry::end).containsOnly(FinalStatus.CANCELLED);
    assertThat(ends()).allMatch(entry -> entry.subject().event().equals("E"));
    assertThat(gaps()).isEmpty();
  }

  @Test
  void messagesAfterTheDeletion_haveNoEntry() {
    TestReceiver receiver = closing(TestReceiver.open());
    DeliveryService running = start(destination(1, ALWAYS, true, receiver.url("/")));
    send(2);
    running.apply(catalog());
    send(2);
    awaitNoRows();
    await().until(() -> cursorPosition() == 4);

    assertThat(entries()).extracting(LedgerEntry::offset).containsExactly(0L, 1L);
    assertThat(receiver.received()).isEmpty();
  }

  @Test
  void failedMessages_endAsCancelled() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(503));
    settings.put("delivery.retry-first-delay", "1h");
    settings.put("delivery.retry-max-delay", "1h");
    DeliveryService running = start(destination(1, receiver.url("/")));
    send(2);
    await().until(() -> entries().size() == 2);
    assertThat(ends()).isEmpty();

    running.apply(catalog());
    awaitNoRows();

    assertThat(ends()).extracting(LedgerEntry::offset).containsExactlyInAnyOrder(0L, 1L);
    assertThat(ends()).extracting(LedgerEntry::end).containsOnly(FinalStatus.CANCELLED);
    assertThat(ends()).extracting(LedgerEntry::round).containsOnly(1);
  }

  @Test
  void requestInFlight_finishes() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    DeliveryService running = start(destination(1, receiver.url("/")));
    send(1);
    await().until(() -> receiver.received().size() == 1);
    await().until(() -> rows("delivery_cursor").equals(List.of(1L)));

    running.apply(catalog());
    awaitFlushes(2);
    assertThat(rows("delivery_cursor")).containsExactly(1L);
    assertThat(entries()).isEmpty();

    receiver.close();
    awaitNoRows();
    assertThat(ends()).extracting(LedgerEntry::end).containsExactly(FinalStatus.CANCELLED);
    assertThat(ends().getFirst().attempt()).isNotNull();
  }

  /** Its times are by the wall clock: they would be wrong after a restart. */
  @Test
  void clockThatIsSet_savesWhatIsInFlightAgain() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    DeliveryService running = start(destination(1, receiver.url("/")));
    send(1);
    await().until(() -> receiver.received().size() == 1);
    await().until(() -> rows("delivery_cursor").equals(List.of(1L)));
    running.apply(catalog());
    awaitFlushes(2);
    List<String> before = states();

    time = InstantSource.offset(InstantSource.system(), Duration.ofDays(1));
    await().until(() -> !states().equals(before));
    receiver.close();
    awaitNoRows();
  }

  private List<String> states() {
    return cursorDatabase().list(String.class, "select hex(state) from delivery_cursor");
  }

  @Test
  void refusedSave_isRepeated() {
    TestReceiver receiver = closing(TestReceiver.open());
    DeliveryService running = start(destination(1, ALWAYS, true, receiver.url("/")));
    send(3);
    await().until(() -> rows("delivery_cursor").equals(List.of(1L)));
    flaky.unavailable(true);
    running.apply(catalog());
    await().until(() -> ends().size() == 3);
    int refused = flaky.refused();
    await().until(() -> flaky.refused() > refused + 1);
    assertThat(rows("delivery_cursor")).containsExactly(1L);

    flaky.unavailable(false);
    awaitNoRows();
    assertThat(ends()).hasSize(3);
  }

  /** As after a kill between the deletion and the entries. */
  @Test
  void deletedWhileStopped_openDeliveriesEndAsCancelled() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(503));
    settings.put("delivery.retry-first-delay", "1h");
    settings.put("delivery.retry-max-delay", "1h");
    start(destination(1, receiver.url("/")), destination(2, receiver.url("/")));
    send(2);
    await().until(() -> entries().size() == 4);
    stop();

    start(destination(2, receiver.url("/")));
    await().until(() -> rows("delivery_cursor").equals(List.of(2L)));

    assertThat(ends()).extracting(LedgerEntry::offset).containsExactlyInAnyOrder(0L, 1L);
    assertThat(ends()).extracting(LedgerEntry::end).containsOnly(FinalStatus.CANCELLED);
    assertThat(ends()).allMatch(entry -> entry.target().destination() == 1);
    assertThat(gaps()).isEmpty();
  }

  /** Nobody knows which of the unread messages were for it. */
  @Test
  void deletedWhileStopped_unreadMessagesAreAGap() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, ALWAYS, true, receiver.url("/")));
    send(3);
    await().until(() -> cursorPosition() == 3);
    stop();

    start();
    awaitNoRows();

    assertThat(entries()).isEmpty();
    assertThat(gaps()).hasSize(1);
    LedgerGap gap = gaps().getFirst();
    assertThat(gap.destination()).isEqualTo(new DestinationId(1));
    assertThat(List.of(gap.fromOffset(), gap.toOffset(), gap.count())).containsExactly(0L, 2L, 3L);
    assertThat(gap.reason()).isEqualTo(GapReason.DESTINATION_DELETED);
  }
}
