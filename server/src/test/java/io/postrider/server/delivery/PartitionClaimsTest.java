package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.ledger.index.ManyPartitions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions that are claimed, released and lost while two nodes share a log and a database. */
class PartitionClaimsTest extends DeliveryTests {

  private static final DestinationId ID = new DestinationId(1);
  private static final ActiveRanges ALWAYS =
      ActiveRanges.NONE.opened(new LogEndOffsets(List.of(0L, 0L, 0L)));

  private final ClosingStack nodes = new ClosingStack();
  private final HandDrivenAssignment first = new HandDrivenAssignment();
  private final HandDrivenAssignment second = new HandDrivenAssignment();
  private final AtomicBoolean hideAll = new AtomicBoolean();

  @BeforeEach
  void useThreePartitions() {
    log = new ManyPartitions(3, InstantSource.system());
  }

  @AfterEach
  void stopNodes() {
    nodes.close();
  }

  private DeliveryService node(HandDrivenAssignment assignment, Destination... destinations) {
    return node(assignment, cursorStore(), () -> {}, destinations);
  }

  private DeliveryService node(
      HandDrivenAssignment assignment,
      CursorStore store,
      Runnable refresh,
      Destination... destinations) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    HiddenRecords hidden = (partition, offset, record) -> hideAll.get();
    return start(
        new DeliverySource(
            log,
            new RetainedOffsets(),
            hidden,
            assignment,
            DuplicateSearch.within(Duration.ofMinutes(10), log, InstantSource.system()),
            refresh,
            null),
        store,
        new LedgerLog(new ManyPartitions(3, InstantSource.system()), registry, LEDGER_BYTES),
        registry,
        nodes,
        destinations);
  }

  private static Destination to(TestReceiver receiver) {
    return destination(1, ALWAYS, false, receiver.url("/"));
  }

  private long saved(String column, int partition) {
    return cursorDatabase()
        .list(
            Long.class,
            "select " + column + " from delivery_position where log_partition = " + partition)
        .stream()
        .findFirst()
        .orElse(-1L);
  }

  private static void awaitIds(TestReceiver receiver, String... ids) {
    await().untilAsserted(() -> assertThat(ids(receiver)).containsExactlyInAnyOrder(ids));
  }

  /** Waits until a node has had time to send: it delivers another message of a partition it has. */
  private void awaitProof(TestReceiver receiver, int partition) {
    String proof = sendTo(partition, 1);
    await().until(() -> ids(receiver).contains(proof));
  }

  @Test
  void claimedPartitions_areDelivered_othersWait() {
    TestReceiver receiver = closing(TestReceiver.open());
    node(first, to(receiver));
    sendTo(0, 1);
    sendTo(1, 1);
    sendTo(2, 1);
    first.claim(0, 2);
    awaitIds(receiver, "m1", "m3");
    first.claim(1);
    awaitIds(receiver, "m1", "m2", "m3");
  }

  @Test
  void settingsThatChange_whileNoPartitionIsClaimed_areInForceLater() {
    TestReceiver receiver = closing(TestReceiver.open());
    DeliveryService node = node(first, destination(1, ALWAYS, true, receiver.url("/")));
    node.apply(catalog(to(receiver)));
    sendTo(0, 1);
    first.claim(0);
    awaitIds(receiver, "m1");
  }

  @Test
  void claim_takesTheNextEpoch_eachTime() {
    node(first);
    first.claim(1);
    first.claim(1);
    assertThat(saved("epoch", 1)).isEqualTo(1);
    first.release(1);
    first.claim(1);
    assertThat(saved("epoch", 1)).isEqualTo(2);
  }

  @Test
  void partitionThatWasTakenBack_isNotClaimed() {
    TestReceiver receiver = closing(TestReceiver.open());
    node(first, to(receiver));
    first.claimTooLate(1);
    assertThat(saved("epoch", 1)).isEqualTo(-1);
    sendTo(1, 1);
    first.claim(1);
    assertThat(saved("epoch", 1)).isEqualTo(1);
    awaitIds(receiver, "m1");
  }

  @Test
  void releasedPartition_continuesOnAnotherNode_withoutRepeats() {
    loopCount = 1; // the saved position is the least of all loops', and others may not be there yet
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    node(first, to(one));
    node(second, to(other));
    first.claim(0, 1);
    sendTo(0, 2);
    sendTo(1, 2);
    awaitIds(one, "m1", "m2", "m3", "m4");

    first.release(1);
    assertThat(saved("position", 1)).isEqualTo(2);
    second.claim(1);
    sendTo(1, 2);
    sendTo(0, 1);
    awaitIds(other, "m5", "m6");
    awaitIds(one, "m1", "m2", "m3", "m4", "m7");
  }

  @Test
  void partitionThatComesBack_continues() {
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    node(first, to(one));
    node(second, to(other));
    first.claim(0);
    sendTo(0, 1);
    awaitIds(one, "m1");
    first.release(0);
    second.claim(0);
    sendTo(0, 1);
    awaitIds(other, "m2");
    second.release(0);
    first.claim(0);
    sendTo(0, 1);
    awaitIds(one, "m1", "m3");
  }

  @Test
  void release_waitsForRequestsInFlight() {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    TestReceiver one =
        closing(TestReceiver.open())
            .always(
                connection -> {
                  awaitQuietly(mayAnswer);
                  Behaviour.status(200).play(connection);
                });
    TestReceiver other = closing(TestReceiver.open());
    node(first, to(one));
    node(second, to(other));
    first.claim(0);
    sendTo(0, 1);
    await().until(() -> one.received().size() == 1);
    Thread releasing = Thread.startVirtualThread(() -> first.release(0));
    mayAnswer.countDown();
    await().until(() -> !releasing.isAlive());

    second.claim(0);
    awaitProof(other, 0);
    assertThat(ids(other)).containsExactly("m2");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void openDeliveries_moveWithTheirDueTimes() {
    settings.put("delivery.retry-first-delay", "1h");
    settings.put("delivery.retry-max-delay", "1h");
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(503));
    DeliveryService before = node(first, to(receiver));
    DeliveryService after = node(second, to(receiver));
    first.claim(0);
    sendTo(0, 1);
    await()
        .until(() -> status(before) instanceof DeliveryStatus.Open open && open.nextDue() != null);
    DeliveryStatus.Open open = (DeliveryStatus.Open) status(before);

    first.release(0);
    second.claim(0);
    assertThat(status(after)).isEqualTo(open);
    assertThat(before.inspector().statuses(ID, 0, 0, 1)).isEmpty();
    assertThat(receiver.received()).hasSize(1);

    receiver.always(Behaviour.status(200));
    after.breakers().tryNow(ID);
    awaitIds(receiver, "m1", "m1");
  }

  private static DeliveryStatus status(DeliveryService service) {
    return service.inspector().statuses(ID, 0, 0, 1).orElseThrow().getFirst();
  }

  @Test
  void staleEpoch_writesNothing_andStopsThatPartitionOnly() {
    TestReceiver one = closing(TestReceiver.open());
    node(first, to(one));
    node(second);
    first.claim(0, 1);
    sendTo(1, 1);
    awaitIds(one, "m1");
    await().until(() -> saved("position", 1) == 1);

    second.claim(1);
    sendTo(1, 1);
    await().until(() -> first.fenced().equals(List.of(1)));
    awaitProof(one, 0);
    sendTo(1, 1);
    awaitProof(one, 0);
    assertThat(ids(one)).doesNotContain("m4");
    await().until(() -> saved("position", 0) == 2);
  }

  @Test
  void databaseThatLostCursors_isReadAgain_andNoDeliveryIsLost() {
    settings.put("delivery.retry-first-delay", "1h");
    settings.put("delivery.retry-max-delay", "1h");
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(503));
    node(first, to(receiver));
    first.claim(0);
    long claimed = saved("revision", 0);
    await().until(() -> saved("revision", 0) == claimed + 1);
    sendTo(0, 1);
    await().until(() -> saved("position", 0) == 1);

    // the open delivery is in the database that was lost, and the next save would not repeat it
    cursorDatabase()
        .change(
            handle -> {
              handle.execute(
                  "update delivery_position set position = 0, revision = ?", claimed + 1);
              handle.execute("delete from delivery_cursor");
            });
    sendTo(0, 1);
    await().until(() -> first.forgotten().equals(List.of(0)));
    receiver.always(Behaviour.status(200));
    first.claim(0);
    await().untilAsserted(() -> assertThat(ids(receiver)).endsWith("m1", "m2"));
    await().until(() -> saved("position", 0) == 2);
    assertThat(first.fenced()).isEmpty();
  }

  @Test
  void lostWhileASaveIsUnderWay_writesNothing() {
    GatedCursorStore gated = new GatedCursorStore(cursorStore());
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    node(first, gated, () -> {}, to(one));
    node(second, to(other));
    first.claim(0);
    gated.holdSaves();
    sendTo(0, 2);
    awaitIds(one, "m1", "m2");
    gated.awaitSave();

    first.lose(0);
    second.claim(0);
    gated.release();
    awaitIds(other, "m1", "m2");
    await().until(() -> saved("position", 0) == 2);
    assertThat(first.fenced()).isIn(List.of(), List.of(0));
    assertThat(saved("epoch", 0)).isEqualTo(2);
  }

  @Test
  void lost_sendsNothingMore() {
    TestReceiver one = closing(TestReceiver.open());
    node(first, to(one));
    first.claim(0, 1);
    sendTo(0, 1);
    awaitIds(one, "m1");
    first.lose(0);
    sendTo(0, 1);
    awaitProof(one, 1);
    assertThat(ids(one)).containsExactly("m1", "m3");
  }

  @Test
  void lostWhileItIsClaimed_isNotDelivered() throws Exception {
    GatedCursorStore gated = new GatedCursorStore(cursorStore());
    TestReceiver one = closing(TestReceiver.open());
    node(first, gated, () -> {}, to(one));
    first.claim(1);
    sendTo(0, 1);
    gated.holdClaims();
    Thread claiming = Thread.startVirtualThread(() -> first.claim(0));
    gated.awaitClaim();
    first.lose(0);
    gated.release();
    claiming.join();
    awaitProof(one, 1);
    assertThat(ids(one)).containsExactly("m2");
  }

  @Test
  void tombstones_areReadAfterTheClaim_andBeforeTheFirstRequest() {
    TestReceiver one = closing(TestReceiver.open());
    List<Long> epochs = new ArrayList<>();
    node(
        first,
        cursorStore(),
        () -> {
          epochs.add(saved("epoch", 0));
          hideAll.set(true);
        },
        to(one));
    sendTo(0, 3);
    first.claim(0);
    await().until(() -> saved("position", 0) == 3);
    hideAll.set(false);
    awaitProof(one, 0);
    assertThat(ids(one)).containsExactly("m4");
    assertThat(epochs).containsExactly(1L);
  }

  @Test
  void repeatedMessage_isDeliveredOnce_alsoAfterTheMove() {
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    node(first, to(one));
    node(second, to(other));
    first.claim(0);
    sendTo(0, 2);
    repeat(0, 1);
    awaitIds(one, "m1", "m2");
    await().until(() -> saved("position", 0) == 3);
    first.release(0);
    second.claim(0);
    repeat(0, 2);
    repeat(0, 1);
    awaitProof(other, 0);
    assertThat(ids(other)).containsExactly("m3");
    assertThat(ids(one)).containsExactlyInAnyOrder("m1", "m2");
  }

  /** It reads what live reading skipped long ago, on another node. */
  @Test
  void destinationThatIsBehind_skipsRepeatsThatWereSaved() {
    TestReceiver one = closing(TestReceiver.open());
    DeliveryService running = node(first, destination(1, ALWAYS, true, one.url("/")));
    first.claim(0);
    sendTo(0, 1);
    repeat(0, 1);
    sendTo(0, 1);
    await().until(() -> saved("position", 0) == 3);
    running.close();
    node(second, to(one));
    second.claim(0);
    awaitIds(one, "m1", "m2");
  }

  @Test
  void nodeThatMayNotDispatch_sendsNothing_untilItMay() {
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    node(first, to(one));
    node(second, destination(1, ALWAYS, false, other.url("/")));
    first.claim(0);
    second.claim(1);
    first.hold();
    sendTo(0, 2);
    awaitProof(other, 1);
    await().until(() -> saved("position", 0) == 2);
    assertThat(one.received()).isEmpty();
    first.resume();
    awaitIds(one, "m1", "m2");
  }

  @Test
  void unavailableDatabaseAtRelease_repeatsAndLosesNothing() {
    FlakyCursorStore flaky = new FlakyCursorStore(super::cursorStore);
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    node(first, flaky, () -> {}, to(one));
    node(second, to(other));
    first.claim(0);
    await().until(() -> saved("position", 0) == 0 && !cursors(0).isEmpty());
    flaky.unavailable(true);
    sendTo(0, 2);
    awaitIds(one, "m1", "m2");
    first.release(0);
    second.claim(0);
    awaitIds(other, "m1", "m2");
  }

  private List<Long> cursors(int partition) {
    return cursorDatabase()
        .list(
            Long.class,
            "select destination from delivery_cursor where log_partition = " + partition);
  }

  @Test
  void destinationThatWasAddedMeanwhile_startsWhereItWasEnabled() {
    TestReceiver one = closing(TestReceiver.open());
    DeliveryService running = node(first);
    first.claim(0);
    sendTo(1, 3);
    ActiveRanges since = ActiveRanges.NONE.opened(new LogEndOffsets(List.of(0L, 2L, 0L)));
    running.apply(catalog(destination(1, since, false, one.url("/"))));
    sendTo(1, 1);
    first.claim(1);
    awaitIds(one, "m3", "m4");
  }

  @Test
  void destinationThatWasDeletedMeanwhile_endsInEachPartitionThatIsClaimed() {
    settings.put("delivery.retry-first-delay", "1h");
    settings.put("delivery.retry-max-delay", "1h");
    TestReceiver one = closing(TestReceiver.open()).always(Behaviour.status(503));
    node(first, to(one));
    node(second);
    first.claim(0, 1);
    sendTo(0, 1);
    sendTo(1, 1);
    await().until(() -> one.received().size() == 2);
    first.release(0, 1);
    assertThat(cursors(0)).containsExactly(1L);

    second.claim(0);
    await().until(() -> cursors(0).isEmpty());
    assertThat(cursors(1)).containsExactly(1L);
    second.claim(1);
    await().until(() -> cursors(1).isEmpty());
  }
}
