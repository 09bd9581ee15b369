package io.postrider.server.delivery.api;

import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.RoutingDecision;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.KnownSources;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.delivery.replay.ReplayOrders;
import java.util.List;
import java.util.function.Supplier;

/** The ports of the admin side over the deliveries of this node. */
public final class DeliveryBridge {

  private DeliveryBridge() {}

  /** Answers for a service. */
  public static DeliveryPorts ports(
      DeliveryService service,
      LiveCatalog catalog,
      RecordLog log,
      MessageSearch search,
      UserSearch users,
      Supplier<List<SourceId>> counted) {
    KnownSources sources = new KnownSources(catalog, counted);
    return new DeliveryPorts(
        new Health(service.inspection()),
        new SampleSender(service.testRound()),
        new History(service.inspection(), search, judge(service, catalog), log.partitions()),
        new Statistics(service.inspection(), log),
        new ReplayOrders(service, log, search, sources),
        new Fates(service, search, users, sources, log.partitions()));
  }

  private static History.Judge judge(DeliveryService service, LiveCatalog catalog) {
    return (id, found) -> {
      Catalog now = catalog.current();
      return now.destination(id)
          .filter(
              destination ->
                  service.verdict(
                          now, destination, found.partition(), found.offset(), found.record())
                      == RoutingDecision.DELIVER)
          .isPresent();
    };
  }
}
