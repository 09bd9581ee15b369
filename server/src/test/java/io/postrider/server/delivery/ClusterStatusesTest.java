package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.delivery.DestinationState;
import io.postrider.id.DestinationId;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.delivery.cluster.ClusterBeat;
import io.postrider.server.delivery.sql.SqlClusterStore;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.ledger.index.ManyPartitions;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The status of destinations while two nodes share a log and a database. */
class ClusterStatusesTest extends DeliveryTests {

  private static final DestinationId ID = new DestinationId(1);
  private static final ActiveRanges ALWAYS =
      ActiveRanges.NONE.opened(new LogEndOffsets(List.of(0L, 0L, 0L)));

  private final ClosingStack nodes = new ClosingStack();
  private final HandDrivenAssignment first = new HandDrivenAssignment();
  private final HandDrivenAssignment second = new HandDrivenAssignment();

  @BeforeEach
  void useThreePartitions() {
    log = new ManyPartitions(3, InstantSource.system());
  }

  @AfterEach
  void stopNodes() {
    nodes.close();
  }

  private DeliveryService node(
      String name, HandDrivenAssignment assignment, Destination... destinations) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    DeliveryService service =
        start(
            new DeliverySource(
                log,
                new RetainedOffsets(),
                HiddenRecords.NOTHING,
                assignment,
                DuplicateSearch.NONE,
                () -> {},
                name),
            cursorStore(),
            new LedgerLog(new ManyPartitions(3, InstantSource.system()), registry, LEDGER_BYTES),
            registry,
            nodes,
            destinations);
    nodes.add(
        ClusterBeat.start(
            name,
            3,
            service::epochs,
            service.inspector()::statuses,
            new SqlClusterStore(cursorDatabase()),
            InstantSource.system()));
    return service;
  }

  private static DestinationStatus status(DeliveryService node) {
    return node.statuses().status(ID).orElseThrow();
  }

  private static List<Integer> partitions(DeliveryService node) {
    return status(node).backlogs().stream().map(DestinationStatus.Backlog::partition).toList();
  }

  @Test
  void everyNode_showsTheBacklogAndTheHealthOfAll() {
    TestReceiver dead = closing(TestReceiver.open()).always(Behaviour.status(500));
    DeliveryService one = node("one", first, to(dead));
    DeliveryService two = node("two", second, to(dead));
    first.claim(0, 1);
    second.claim(2);
    sendTo(0, 2);
    sendTo(2, 3);
    for (DeliveryService node : List.of(one, two)) {
      await().until(() -> status(node).waiting() == 5);
      await().until(() -> status(node).state() == DestinationState.FAILING);
      assertThat(partitions(node)).containsExactly(0, 1, 2);
      assertThat(node.statuses().statuses()).containsOnlyKeys(ID);
      assertThat(status(node).lastError()).isNotNull();
    }
  }

  @Test
  void partitionOfANodeThatIsGone_counts_untilAnotherTakesItOver() {
    TestReceiver dead = closing(TestReceiver.open()).always(Behaviour.status(500));
    DeliveryService one = node("one", first, to(dead));
    DeliveryService two = node("two", second, to(dead));
    first.claim(0, 1);
    second.claim(2);
    sendTo(1, 4);
    await().until(() -> status(two).waiting() == 4);
    // the group takes the partition away; what the node published last still stands for it
    first.lose(1);
    second.claim(1);
    await().until(() -> partitions(one).equals(List.of(0, 1, 2)));
    await().until(() -> status(one).waiting() == 4);
    assertThat(two.inspector().status(ID).orElseThrow().waiting()).isEqualTo(4);
  }

  @Test
  void nodeWithoutPartitions_showsThoseOfOthersOnly() {
    TestReceiver refusing = closing(TestReceiver.open()).always(Behaviour.status(400));
    DeliveryService one = node("one", first, to(refusing));
    DeliveryService two = node("two", second, to(refusing));
    first.claim(0, 1, 2);
    sendTo(1, 1);
    await().until(() -> status(two).failed() == 1);
    assertThat(partitions(two)).containsExactly(0, 1, 2);
    assertThat(status(two).state()).isEqualTo(status(one).state());
  }

  private static Destination to(TestReceiver receiver) {
    return destination(1, ALWAYS, false, receiver.url("/"));
  }
}
