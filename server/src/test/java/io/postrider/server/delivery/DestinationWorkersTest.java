package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which changes the workers of a loop report to a flush, and which they keep for the next one. */
class DestinationWorkersTest extends FlushTests {

  /** Claims a partition in which a message is in flight. */
  private PartitionClaim claimWithOpenDelivery() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    apply(to(receiver));
    PartitionClaim claim = claim(0);
    send(1);
    await().until(() -> receiver.received().size() == 1);
    return claim;
  }

  private static Map<PartitionClaim, Long> positions(DeliveryLoop loop, PartitionClaim claim) {
    return loop.takePositions(List.of(claim));
  }

  @Test
  void changeOfAClaimThatIsNotFlushed_isReportedToTheNextFlush() {
    PartitionClaim claim = claimWithOpenDelivery();

    // no input comes between the two flushes
    List<DestinationWorkers.Changes> flushes =
        ask(
            loop ->
                List.of(
                    loop.workers().changes(Map.of()),
                    loop.workers().changes(positions(loop, claim))));
    assertThat(flushes.getFirst().cursors()).isEmpty();
    assertThat(flushes.getLast().cursors())
        .singleElement()
        .extracting(CursorRow.Change::cursor)
        .isNotNull();
  }

  @Test
  void changeOfAFlushedClaim_isReportedOnce() {
    PartitionClaim claim = claimWithOpenDelivery();

    List<DestinationWorkers.Changes> flushes =
        ask(
            loop ->
                List.of(
                    loop.workers().changes(positions(loop, claim)),
                    loop.workers().changes(positions(loop, claim))));
    assertThat(flushes.getFirst().cursors()).hasSize(1);
    assertThat(flushes.getLast().isEmpty()).isTrue();
  }

  @Test
  void claimThatWasClosed_leavesNothingToReport() {
    PartitionClaim claim = claimWithOpenDelivery();
    lose(claim);

    List<DestinationWorkers.Changes> flushes =
        ask(loop -> List.of(loop.workers().changes(Map.of()), loop.workers().changes(Map.of())));
    assertThat(flushes.getLast().isEmpty()).isTrue();
  }
}
