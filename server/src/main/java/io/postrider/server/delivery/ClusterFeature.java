package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.server.NodeContext;
import io.postrider.server.database.Database;
import io.postrider.server.delivery.cluster.ClusterBeat;
import io.postrider.server.delivery.cluster.ClusterDeliveries;
import io.postrider.server.delivery.cluster.ClusterReplays;
import io.postrider.server.delivery.cluster.ClusterStatuses;
import io.postrider.server.delivery.cluster.NodeOrders;
import io.postrider.server.delivery.cluster.OrderTaker;
import io.postrider.server.delivery.cluster.OrdersToAll;
import io.postrider.server.delivery.cluster.ReplayTaker;
import io.postrider.server.delivery.sql.SqlClusterStore;
import io.postrider.server.delivery.sql.SqlOrderStore;
import io.postrider.server.delivery.sql.SqlReplayRequestStore;
import io.postrider.server.delivery.sql.SqlReplayStore;
import io.postrider.server.delivery.sql.SqlSavedDeliveryStore;
import io.postrider.server.delivery.stats.AttemptSample;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens the views of a node over the deliveries of all nodes, and obeys orders of the others. */
final class ClusterFeature {

  private ClusterFeature() {}

  /**
   * Opens the views.
   *
   * @param name of this node
   * @param service null on a node that does not deliver
   */
  static DeliveryViews open(
      NodeContext node,
      String name,
      @Nullable DeliveryService service,
      StatisticsReader statistics,
      RoutingRuleChanges rules,
      ClusterBeat beat) {
    Database database = node.databases().cursors();
    SqlOrderStore orders = new SqlOrderStore(database);
    SqlReplayRequestStore requests = new SqlReplayRequestStore(database);
    DestinationStatuses statuses;
    DeliveryLookup lookup;
    Breakers breakers;
    AttemptSource attempts;
    if (service == null) {
      statuses =
          new ClusterStatuses(
              name, Set::of, DestinationStatuses.NONE, new SqlClusterStore(database));
      lookup = new NoDeliveries();
      breakers = new NoDeliveries();
      attempts = new NoDeliveries();
    } else {
      DeliveryInspector inspector = service.inspector();
      statuses = service.statuses();
      lookup = inspector;
      breakers = service.breakers();
      attempts = inspector::attempts;
      ReplayTaker replays = new ReplayTaker(requests, service.replays(), node.time());
      node.closing()
          .add(
              OrderTaker.start(
                  name,
                  orders,
                  OrdersToAll.obedience(breakers, attempts),
                  replays::step,
                  node.time()));
    }
    OrdersToAll toAll =
        new OrdersToAll(
            breakers, attempts, new NodeOrders(orders, () -> beat.others(name), node.time()));
    return new DeliveryViews(
        statuses,
        statistics,
        new ClusterDeliveries(
            () -> service == null ? Set.of() : service.epochs().keySet(),
            lookup,
            new SqlSavedDeliveryStore(database)),
        toAll,
        toAll,
        new ClusterReplays(statuses, new SqlReplayStore(database), requests, node.time()),
        rules);
  }

  /** A node that delivers nothing. */
  private static final class NoDeliveries implements DeliveryLookup, Breakers, AttemptSource {

    @Override
    public Map<DestinationId, DeliveryStatus> statuses(int partition, long offset) {
      return Map.of();
    }

    @Override
    public List<Failed> failed(DestinationId id, int partition, long before, int most) {
      return List.of();
    }

    @Override
    public void tryNow(DestinationId destination) {}

    @Override
    public void tested(DestinationId destination, String url) {}

    @Override
    public List<AttemptSample> attempts(DestinationId id) {
      return List.of();
    }
  }
}
