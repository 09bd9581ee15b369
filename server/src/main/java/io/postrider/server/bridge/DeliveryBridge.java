package io.postrider.server.bridge;

import io.postrider.delivery.DestinationState;
import io.postrider.log.RecordLog;
import io.postrider.route.Destination;
import io.postrider.server.control.DestinationHealth;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.deliveries.DeliveryPorts;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.deliver.MessageSearch;
import io.postrider.server.deliver.Standing;
import io.postrider.server.deliver.watch.LastError;
import org.jspecify.annotations.Nullable;

/** The ports of the admin side over the deliveries of this node. */
public final class DeliveryBridge {

  private DeliveryBridge() {}

  /** Answers for a service. */
  public static DeliveryPorts ports(
      DeliveryService service, LiveCatalog catalog, RecordLog log, MessageSearch search) {
    return new DeliveryPorts(
        destination -> health(service, destination),
        new SampleSender(service.testRound()),
        new History(service.inspection(), search, log.partitions()),
        new Statistics(service.inspection(), log),
        new ReplayOrders(service, log, search, catalog),
        new Fates(service, search, catalog));
  }

  private static DestinationHealth.Report health(DeliveryService service, Destination destination) {
    Standing standing = service.inspection().standing(destination.id()).orElse(null);
    if (standing == null) {
      return DestinationHealth.BY_SETTINGS.of(destination);
    }
    DestinationHealth.State state = DestinationHealth.State.of(destination);
    return new DestinationHealth.Report(
        state == DestinationHealth.State.HEALTHY ? state(standing.state()) : state,
        failure(standing.lastError()));
  }

  private static DestinationHealth.State state(DestinationState state) {
    return switch (state) {
      case HEALTHY -> DestinationHealth.State.HEALTHY;
      case DEGRADED -> DestinationHealth.State.DEGRADED;
      case FAILING -> DestinationHealth.State.FAILING;
      case PAUSED -> DestinationHealth.State.PAUSED;
    };
  }

  private static DestinationHealth.@Nullable Failure failure(@Nullable LastError error) {
    return error == null
        ? null
        : new DestinationHealth.Failure(
            error.reason().wireName(),
            error.status() == 0 ? null : error.status(),
            error.detail(),
            error.url(),
            error.at());
  }
}
