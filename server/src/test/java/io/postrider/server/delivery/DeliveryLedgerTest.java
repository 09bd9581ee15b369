package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.message.MessageType;
import io.postrider.route.ActiveRanges;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.ledger.GapReason;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What deliveries leave in the ledger. */
class DeliveryLedgerTest extends DeliveryTests {

  private static final ActiveRanges ALWAYS = ActiveRanges.NONE.opened(LogEndOffsets.of(0));

  private List<LedgerEntry> awaitEntries(int count) {
    await().untilAsserted(() -> assertThat(entries()).hasSizeGreaterThanOrEqualTo(count));
    return entries();
  }

  private static LedgerEntry.SentAttempt sent(LedgerEntry entry) {
    return Objects.requireNonNull(entry.attempt());
  }

  @Test
  void delivered_isOneEntry() {
    TestReceiver receiver = closing(TestReceiver.open());
    send(3);
    start(destination(7, receiver.url("/hook?key=secret")));

    List<LedgerEntry> entries = awaitEntries(3);
    stop();

    assertThat(entries).hasSize(3);
    assertThat(entries.stream().map(LedgerEntry::offset)).containsExactlyInAnyOrder(0L, 1L, 2L);
    LedgerEntry entry = entries.getFirst();
    assertThat(entry.end()).isEqualTo(FinalStatus.DELIVERED);
    assertThat(entry.failure()).isNull();
    assertThat(entry.round()).isEqualTo(1);
    assertThat(entry.target().destination()).isEqualTo(7);
    assertThat(entry.target().url()).contains("/hook").doesNotContain("secret");
    // the messages of these tests are computed, so that they have no source
    assertThat(entry.subject().source()).isZero();
    assertThat(entry.subject().type()).isEqualTo(MessageType.TRACK.code());
    assertThat(entry.subject().event()).isEqualTo("E");
    assertThat(entry.userHash()).isNotZero();
    assertThat(sent(entry).status()).isEqualTo(200);
    assertThat(sent(entry).bytes()).isEqualTo(receiver.received().getFirst().body().length);
    assertThat(Instant.ofEpochMilli(entry.atMillis())).isBetween(Instant.EPOCH, Instant.now());
  }

  @Test
  void failedRounds_areEntriesWithTheAnswer() {
    TestReceiver receiver = closing(TestReceiver.open());
    receiver.always(Behaviour.answer(503, "busy".repeat(1_000)));
    start(destination(1, receiver.url("/")));
    send(1);
    awaitEntries(1);
    receiver.always(Behaviour.status(204));

    await().until(() -> entries().getLast().end() != null);

    List<LedgerEntry> entries = entries();
    LedgerEntry first = entries.getFirst();
    assertThat(first.end()).isNull();
    assertThat(first.failure())
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 503, false, false));
    assertThat(new String(Objects.requireNonNull(sent(first).answer()), UTF_8))
        .hasSize(1024)
        .startsWith("busybusy");
    LedgerEntry last = entries.getLast();
    assertThat(last.end()).isEqualTo(FinalStatus.DELIVERED);
    assertThat(sent(last).status()).isEqualTo(204);
    assertThat(entries.stream().map(LedgerEntry::round).toList())
        .isEqualTo(IntStream.rangeClosed(1, entries.size()).boxed().toList());
  }

  @Test
  void refused_endsAsFailed() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(404));
    send(1);
    start(destination(1, receiver.url("/")));

    LedgerEntry entry = awaitEntries(1).getFirst();

    assertThat(entry.end()).isEqualTo(FinalStatus.FAILED);
    assertThat(entry.failure()).isEqualTo(new Failure(FailureReason.HTTP_STATUS, 404, true, false));
  }

  @Test
  void connectionFailure_hasItsDetail() {
    send(1);
    start(destination(1, "http://127.0.0.1:1/"));

    LedgerEntry entry = awaitEntries(1).getFirst();

    assertThat(Objects.requireNonNull(entry.failure()).reason())
        .isEqualTo(FailureReason.CONNECTION_REFUSED);
    assertThat(entry.detail()).isNotBlank();
    assertThat(sent(entry).status()).isZero();
  }

  @Test
  void disabling_endsWaitingMessagesAsCancelled() {
    TestReceiver receiver = closing(TestReceiver.open());
    DeliveryService running = start(destination(1, ALWAYS, true, receiver.url("/")));
    send(3);

    running.apply(
        catalog(destination(1, ALWAYS.closed(LogEndOffsets.of(3)), true, receiver.url("/"))));

    List<LedgerEntry> entries = awaitEntries(3);
    assertThat(entries).extracting(LedgerEntry::end).containsOnly(FinalStatus.CANCELLED);
    assertThat(entries).extracting(LedgerEntry::offset).containsExactly(0L, 1L, 2L);
    assertThat(entries).allMatch(entry -> entry.subject().event().equals("E"));
    // the cursor keeps the range until its entries are recorded, and no longer
    await().until(() -> cursorPosition() == 3 && savedCursors().equals(List.of(0)));
  }

  /** The lengths of saved cursors; 0 for a destination that is at the position. */
  private List<Integer> savedCursors() {
    return cursorDatabase()
        .list(row -> row.getBytes(1).length, "select state from delivery_cursor");
  }

  @Test
  void gapThatIsSavedTwice_countsOnce() {
    LedgerGap gap =
        new LedgerGap(
            new DestinationId(1),
            0,
            Instant.EPOCH,
            Instant.EPOCH,
            4,
            7,
            2,
            GapReason.DESTINATION_DELETED);
    for (int save = 0; save < 2; save++) {
      cursorDatabase().change(handle -> SqlGapStore.save(handle, gap));
    }
    assertThat(gaps()).containsExactly(gap);
  }

  @Test
  void cursors_waitForTheLedger() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")));
    send(1);
    awaitEntries(1);
    await().until(() -> cursorPosition() == 1);
    ledger.hold();
    send(4);
    await().until(() -> receiver.received().size() == 5);
    await().until(ledger::isWaiting);
    assertThat(cursorPosition()).isEqualTo(1);

    ledger.release();
    await().until(() -> entries().size() == 5);
    await().until(() -> cursorPosition() == 5);
  }

  private List<LedgerGap> gaps() {
    return new SqlGapStore(cursorDatabase()).since(Instant.EPOCH);
  }

  @Test
  void refusedWrites_becomeAGapBesideTheCursors() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")), destination(2, receiver.url("/")));
    send(2);
    awaitEntries(4);
    ledger.close();
    send(3);

    await().until(() -> gaps().stream().mapToLong(LedgerGap::count).sum() == 6);

    List<LedgerGap> gaps = gaps();
    assertThat(gaps)
        .extracting(LedgerGap::destination)
        .containsExactlyInAnyOrder(new DestinationId(1), new DestinationId(2));
    assertThat(gaps).extracting(LedgerGap::count).containsOnly(3L);
    assertThat(gaps).extracting(LedgerGap::fromOffset).containsOnly(2L);
    assertThat(gaps).extracting(LedgerGap::toOffset).containsOnly(4L);
    assertThat(metrics.get("postrider.ledger.missing").counter().count()).isEqualTo(6);
  }
}
