package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.SteadyTime;
import io.postrider.ownership.ClaimMachine;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.NodeLimits;
import io.postrider.server.delivery.client.ClientFactory;
import io.postrider.server.ledger.LedgerLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which changes the workers of a loop report to a flush, and which they keep for the next one. */
class DestinationWorkersTest extends DeliveryTests {

  private final ClosingStack running = new ClosingStack();
  private final ClaimedPartitions claimed = new ClaimedPartitions(1);
  private final PartitionClaim claim = new PartitionClaim(0);
  private DeliveryLoops loops;

  @BeforeEach
  void startLoop() {
    settings.put("http.event-loops", "1");
    SteadyTime steadyTime = SteadyTime.ofSystem();
    NodeLimits limits = NodeLimits.of(config());
    loops =
        new DeliveryLoops(
            log,
            ClientFactory.open(config(), time, steadyTime, vertx, running),
            new CatalogApplier(
                config().delivery(),
                limits,
                HiddenRecords.nothing(),
                new SharedQueueBudget(limits.queueBytes()),
                new DeliveryMetrics(metrics),
                claimed,
                null,
                null),
            () -> true,
            Duration.ofMillis(1),
            limits.inFlightBytes(),
            new LedgerLog(ledger, metrics, LEDGER_BYTES),
            time,
            steadyTime);
  }

  @AfterEach
  void stopLoop() {
    loops.drain();
    loops.retire();
    running.close();
  }

  /** Claims the partition, in which the destination is at the saved position. */
  private void claim(TestReceiver receiver) {
    loops.apply(catalog(destination(1, receiver.url("/"))), removed -> {});
    claimed.add(claim);
    claim.tell(ClaimMachine::assigned);
    claim.taken(cursorStore().claim(0));
    claim.loaded(0, null);
    loops.open(claim);
    for (ClaimMachine.Step step :
        List.of(ClaimMachine.Step.TAKE_EPOCH, ClaimMachine.Step.LOAD, ClaimMachine.Step.RESTORE)) {
      claim.tell(machine -> machine.done(step));
    }
    loops.follow(claim);
  }

  private <T> T ask(Function<DeliveryLoop, T> question) {
    DeliveryLoop loop = loops.all().getFirst();
    return loop.ask(() -> question.apply(loop)).join();
  }

  private Map<PartitionClaim, Long> positions(DeliveryLoop loop) {
    return loop.positions(List.of(claim));
  }

  @Test
  void changeOfAClaimThatIsNotFlushed_isReportedToTheNextFlush() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    claim(receiver);
    send(1);
    await().until(() -> receiver.received().size() == 1);

    // no input comes between the two flushes
    List<DestinationWorkers.Changes> flushes =
        ask(
            loop ->
                List.of(loop.workers().changes(Map.of()), loop.workers().changes(positions(loop))));
    assertThat(flushes.getFirst().partitions()).isEmpty();
    assertThat(flushes.getLast().partitions())
        .singleElement()
        .extracting(DestinationWorkers.PartitionChange::change)
        .isNotNull();
  }

  @Test
  void changeOfAFlushedClaim_isReportedOnce() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    claim(receiver);
    send(1);
    await().until(() -> receiver.received().size() == 1);

    List<DestinationWorkers.Changes> flushes =
        ask(
            loop ->
                List.of(
                    loop.workers().changes(positions(loop)),
                    loop.workers().changes(positions(loop))));
    assertThat(flushes.getFirst().partitions()).hasSize(1);
    assertThat(flushes.getLast().isEmpty()).isTrue();
  }

  @Test
  void claimThatWasClosed_leavesNothingToReport() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    claim(receiver);
    send(1);
    await().until(() -> receiver.received().size() == 1);
    claim.tell(ClaimMachine::lost);
    loops.close(claim);

    List<DestinationWorkers.Changes> flushes =
        ask(loop -> List.of(loop.workers().changes(Map.of()), loop.workers().changes(Map.of())));
    assertThat(flushes.getLast().isEmpty()).isTrue();
  }
}
