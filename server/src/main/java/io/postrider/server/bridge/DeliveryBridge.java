package io.postrider.server.bridge;

import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.SourceId;
import io.postrider.route.Verdict;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.deliveries.DeliveryPorts;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.deliver.MessageSearch;
import io.postrider.server.deliver.UserSearch;
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
                      == Verdict.DELIVER)
          .isPresent();
    };
  }
}
