package io.postrider.server.bridge;

import io.postrider.log.RecordLog;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.deliveries.DeliveryPorts;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.deliver.MessageSearch;
import io.postrider.server.deliver.UserSearch;

/** The ports of the admin side over the deliveries of this node. */
public final class DeliveryBridge {

  private DeliveryBridge() {}

  /** Answers for a service. */
  public static DeliveryPorts ports(
      DeliveryService service,
      LiveCatalog catalog,
      RecordLog log,
      MessageSearch search,
      UserSearch users) {
    return new DeliveryPorts(
        new Health(service.inspection()),
        new SampleSender(service.testRound()),
        new History(service.inspection(), search, log.partitions()),
        new Statistics(service.inspection(), log),
        new ReplayOrders(service, log, search, catalog),
        new Fates(service, search, users, catalog, log.partitions()));
  }
}
