package io.postrider.server.delivery;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.id.DestinationId;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.delivery.cluster.ClusterBeat;
import io.postrider.server.delivery.cluster.ClusterDeliveries;
import io.postrider.server.delivery.cluster.ClusterReplays;
import io.postrider.server.delivery.cluster.NodeOrders;
import io.postrider.server.delivery.cluster.OrderTaker;
import io.postrider.server.delivery.cluster.OrdersToAll;
import io.postrider.server.delivery.cluster.ReplayTaker;
import io.postrider.server.delivery.sql.SqlClusterStore;
import io.postrider.server.delivery.sql.SqlOrderStore;
import io.postrider.server.delivery.sql.SqlReplayRequestStore;
import io.postrider.server.delivery.sql.SqlReplayStore;
import io.postrider.server.delivery.sql.SqlSavedDeliveryStore;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.ledger.index.ManyPartitions;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of tests in which two nodes share a log of three partitions and a database. */
abstract class ClusterTests extends DeliveryTests {

  static final DestinationId ID = new DestinationId(1);
  private static final ActiveRanges ALWAYS =
      ActiveRanges.NONE.opened(new LogEndOffsets(List.of(0L, 0L, 0L)));

  final ClosingStack nodes = new ClosingStack();
  final HandDrivenAssignment first = new HandDrivenAssignment();
  final HandDrivenAssignment second = new HandDrivenAssignment();

  /** A node, and what it shows and orders. */
  record Node(
      DeliveryService service,
      DeliveryLookup deliveries,
      OrdersToAll toAll,
      ReplayControl replays) {

    DestinationStatus status() {
      return service.statuses().status(ID).orElseThrow();
    }

    List<Integer> partitions() {
      return status().backlogs().stream().map(DestinationStatus.Backlog::partition).toList();
    }
  }

  @BeforeEach
  void useThreePartitions() {
    log = new ManyPartitions(3, InstantSource.system());
  }

  @AfterEach
  void stopNodes() {
    nodes.close();
  }

  static Destination to(TestReceiver receiver) {
    return destination(1, ALWAYS, false, receiver.url("/"));
  }

  Node node(String name, HandDrivenAssignment assignment, Destination... destinations) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    InstantSource clock = InstantSource.system();
    DeliveryService service =
        start(
            new DeliverySource(
                log,
                new RetainedOffsets(),
                HiddenRecords.nothing(),
                assignment,
                DuplicateSearch.NONE,
                () -> {},
                name),
            cursorStore(),
            new LedgerLog(new ManyPartitions(3, clock), registry, LEDGER_BYTES),
            registry,
            nodes,
            destinations);
    ClusterBeat beat =
        nodes.add(
            ClusterBeat.start(
                name,
                3,
                service::epochs,
                service.inspector()::statuses,
                new SqlClusterStore(cursorDatabase()),
                clock));
    SqlOrderStore orders = new SqlOrderStore(cursorDatabase());
    SqlReplayRequestStore requests = new SqlReplayRequestStore(cursorDatabase());
    AttemptSource attempts = service.inspector()::attempts;
    nodes.add(
        OrderTaker.start(
            name,
            orders,
            OrdersToAll.obedience(service.breakers(), attempts),
            new ReplayTaker(requests, service.replays(), clock)::step,
            clock));
    return new Node(
        service,
        new ClusterDeliveries(
            () -> service.epochs().keySet(),
            service.inspector(),
            new SqlSavedDeliveryStore(cursorDatabase())),
        new OrdersToAll(
            service.breakers(), attempts, new NodeOrders(orders, () -> beat.others(name), clock)),
        new ClusterReplays(
            service.statuses(), new SqlReplayStore(cursorDatabase()), requests, clock));
  }
}
