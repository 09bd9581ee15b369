package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.SavedDeliveries;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A restart resumes a destination that a bug has stopped from its last state before the bug. */
class StoppedDestinationTest extends FlushTests {

  private final TestReceiver receiver = closing(TestReceiver.open());

  /** Claims the first partition and delivers messages, so that the destination is level. */
  private PartitionClaim claimAndDeliver(int messages) {
    apply(to(receiver));
    PartitionClaim claim = claim(0);
    deliver(claim, messages);
    return claim;
  }

  private void deliver(PartitionClaim claim, int messages) {
    send(messages);
    awaitRead(claim);
    await().until(() -> ask(loop -> open(loop, claim)) == 0);
  }

  private long open(DeliveryLoop loop, PartitionClaim claim) {
    PartitionDelivery delivery = worker(loop).delivery(claim.partition());
    return delivery == null ? -1 : delivery.machine().open() + delivery.machine().queued();
  }

  private DestinationWorker worker() {
    return ask(this::worker);
  }

  private void pass(PartitionClaim claim, int messages) {
    sendTo(claim.partition(), messages);
    awaitRead(claim);
  }

  private void failFlush() {
    store.unavailable(true);
    assertThatThrownBy(() -> flusher.flushNow()).isInstanceOf(DatabaseUnavailableException.class);
    store.unavailable(false);
  }

  private List<byte[]> cursors() {
    return cursorDatabase().list(row -> row.getBytes(1), "select state from delivery_cursor");
  }

  @Test
  void levelDestination_resumesAtThePositionOfTheLastFlush() {
    PartitionClaim claim = claimAndDeliver(2);
    flusher.flushNow();
    assertThat(cursors()).containsExactly(new byte[0]);
    stopByABug();
    pass(claim, 3);
    flusher.flushNow();

    assertThat(savedPosition(0)).isEqualTo(5);
    assertThat(retained.neededFrom(0)).isEqualTo(2);
    pass(claim, 1);
    flusher.flushNow();
    assertThat(savedPosition(0)).isEqualTo(6);
    assertThat(retained.neededFrom(0)).isEqualTo(2);
    assertThat(resumesAt(0)).isEqualTo(2);
  }

  @Test
  void messageBetweenTheLastFlushAndTheBug_isNotSkipped() {
    PartitionClaim claim = claimAndDeliver(2);
    flusher.flushNow();
    pass(claim, 1);
    stopByABug();
    flusher.flushNow();
    assertThat(savedPosition(0)).isEqualTo(3);
    assertThat(resumesAt(0)).isEqualTo(2);
  }

  @Test
  void positionThatMovedWithoutMessagesForIt_countsAsRead() {
    PartitionClaim claim = claimAndDeliver(1);
    flusher.flushNow();
    apply(destination(1, ALWAYS.closed(ends(1)), false, receiver.url("/")));
    pass(claim, 4);
    flusher.flushNow();
    stopByABug();
    pass(claim, 1);
    flusher.flushNow();
    assertThat(resumesAt(0)).isEqualTo(5);
  }

  @Test
  void flushesThatFailAfterTheBug_doNotMoveIt() {
    PartitionClaim claim = claimAndDeliver(2);
    flusher.flushNow();
    stopByABug();
    pass(claim, 1);
    failFlush();
    pass(claim, 1);
    failFlush();
    pass(claim, 1);
    flusher.flushNow();
    assertThat(savedPosition(0)).isEqualTo(5);
    assertThat(resumesAt(0)).isEqualTo(2);
  }

  /** Nobody knows whether the save was done: the database may say that it is at the position. */
  @Test
  void changeWhoseSaveFailed_isSavedAfterTheBug() {
    receiver.always(Behaviour.status(404));
    PartitionClaim claim = claimAndDeliver(2);
    failFlush();
    stopByABug();
    pass(claim, 3);
    flusher.flushNow();

    CursorStore.Saved saved = cursorStore().claim(0);
    SavedDeliveries deliveries =
        SavedDeliveries.of(
            Objects.requireNonNull(saved.cursors().get(ID)),
            saved.position(),
            Objects.requireNonNull(saved.failures().get(ID)));
    assertThat(saved.position()).isEqualTo(5);
    assertThat(deliveries.status(1)).isInstanceOf(DeliveryStatus.Failed.class);
    assertThat(deliveries.status(2)).isInstanceOf(DeliveryStatus.Waiting.class);
  }

  @Test
  void bugWhileAFlushIsUnderWay_resumesAtThatFlush() {
    PartitionClaim claim = claimAndDeliver(2);
    whenRecording(this::stopByABug);
    flusher.flushNow();
    assertThat(worker().isRunning()).isFalse();
    pass(claim, 3);
    flusher.flushNow();
    assertThat(savedPosition(0)).isEqualTo(5);
    assertThat(resumesAt(0)).isEqualTo(2);
  }

  @Test
  void cursorOfItsOwn_stays() {
    receiver.always(Behaviour.hang());
    apply(to(receiver));
    PartitionClaim claim = claim(0);
    send(1);
    await().until(() -> receiver.received().size() == 1);
    flusher.flushNow();
    byte[] before = cursors().getFirst();
    assertThat(before).isNotEmpty();
    stopByABug();
    pass(claim, 2);
    flusher.flushNow();
    assertThat(savedPosition(0)).isEqualTo(3);
    assertThat(cursors()).containsExactly(before);
    assertThat(retained.neededFrom(0)).isZero();
  }

  @Test
  void newDestination_resumesWhereItWasEnabled() {
    sendTo(0, 4);
    PartitionClaim claim = claim(0);
    awaitRead(claim);
    apply(destination(1, ALWAYS, true, receiver.url("/")));
    stopByABug();
    pass(claim, 1);
    flusher.flushNow();
    assertThat(savedPosition(0)).isEqualTo(5);
    assertThat(retained.neededFrom(0)).isZero();
    assertThat(resumesAt(0)).isZero();
  }

  @Test
  void partitionThatIsClaimedAfterTheBug_resumesAtItsSavedPosition() {
    apply(to(receiver));
    PartitionClaim earlier = claim(1);
    pass(earlier, 2);
    await().until(() -> ask(loop -> open(loop, earlier)) == 0);
    flusher.flushNow();
    lose(earlier);
    stopByABug();

    PartitionClaim claim = claim(1);
    pass(claim, 3);
    flusher.flushNow();
    assertThat(savedPosition(1)).isEqualTo(5);
    assertThat(resumesAt(1)).isEqualTo(2);
  }

  @Test
  void partitionThatIsGivenUp_resumesOnItsNextNode() {
    PartitionClaim claim = claimAndDeliver(2);
    flusher.flushNow();
    stopByABug();
    lose(claim);
    flusher.flushNow();
    assertThat(resumesAt(0)).isEqualTo(2);
  }

  @Test
  void savedState_isReportedOnce() {
    PartitionClaim claim = claimAndDeliver(1);
    stopByABug();
    DestinationWorkers.Changes changes =
        ask(loop -> loop.workers().changes(loop.takePositions(List.of(claim))));
    assertThat(changes.cursors()).hasSize(1);
    ask(
        loop -> {
          loop.workers().flushed(changes, Set.of(claim));
          return true;
        });
    assertThat(ask(loop -> loop.workers().changes(loop.takePositions(List.of(claim)))).cursors())
        .isEmpty();
  }

  @Test
  void deletedDestination_leavesNoRow() {
    PartitionClaim claim = claimAndDeliver(1);
    flusher.flushNow();
    stopByABug();
    pass(claim, 1);
    flusher.flushNow();
    apply();
    flusher.flushNow();
    assertThat(cursors()).isEmpty();
  }
}
