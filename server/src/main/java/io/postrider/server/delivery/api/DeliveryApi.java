package io.postrider.server.delivery.api;

import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryHealth;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.KnownSources;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.http.admin.ApiRoutes;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** The admin API of deliveries: the routes, and what answers them on this node. */
public record DeliveryApi(
    DestinationHealth health,
    TestSender tests,
    DeliveryHistory history,
    DeliveryStatistics statistics,
    Replays replays,
    MessageLookup messages) {

  /** The API of a node that delivers. */
  public static DeliveryApi of(
      DeliveryService service,
      LiveCatalog catalog,
      RecordLog log,
      MessageSearch search,
      UserSearch users,
      Supplier<List<SourceId>> countedSources) {
    KnownSources sources = new KnownSources(catalog, countedSources);
    return new DeliveryApi(
        new DeliveryHealth(service.inspection()),
        new NodeTestSender(service.testDelivery()),
        new NodeDeliveryHistory(service, search, catalog, log.partitions()),
        new NodeDeliveryStatistics(service.inspection(), log),
        new NodeReplays(service, log, search, sources),
        new NodeMessageLookup(service, search, users, sources, log.partitions()));
  }

  /** The API of a node without the deliver role: it has no data and starts nothing. */
  public static DeliveryApi none() {
    NoDelivery none = new NoDelivery();
    return new DeliveryApi(DestinationHealth.BY_SETTINGS, none, none, none, none, none);
  }

  /** The routes of the admin API. */
  public List<ApiRoutes> routes(
      LiveCatalog catalog, AuditTrail trail, InstantSource clock, RedactionPolicy redaction) {
    DestinationPath destinations = new DestinationPath(catalog);
    return List.of(
        new TestResource(destinations, tests),
        new HistoryResource(destinations, history, redaction),
        new StatisticsResource(destinations, statistics, clock),
        new ReplayResource(destinations, replays, trail, clock),
        new MessageResource(messages, redaction));
  }
}
