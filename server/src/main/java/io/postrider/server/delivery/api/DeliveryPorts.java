package io.postrider.server.delivery.api;

import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.http.admin.ApiRoutes;
import java.time.InstantSource;
import java.util.List;

/** What the admin API asks of whoever delivers. */
public record DeliveryPorts(
    DestinationHealth health,
    TestSender tests,
    DeliveryHistory history,
    DeliveryStatistics statistics,
    Replays replays,
    MessageStories fates) {

  /** The ports of a node that does not deliver: it knows of nothing, and can start nothing. */
  public static DeliveryPorts none() {
    NoDelivery none = new NoDelivery();
    return new DeliveryPorts(DestinationHealth.BY_SETTINGS, none, none, none, none, none);
  }

  /** The parts of the admin API that stand on these ports. */
  public List<ApiRoutes> parts(
      LiveCatalog catalog, AuditTrail trail, InstantSource clock, RedactionPolicy discretion) {
    DestinationPath addressee = new DestinationPath(catalog);
    return List.of(
        new TestResource(addressee, tests),
        new HistoryResource(addressee, history, discretion),
        new StatisticsResource(addressee, statistics, clock),
        new ReplayResource(addressee, replays, trail, clock),
        new MessageResource(fates, discretion));
  }
}
