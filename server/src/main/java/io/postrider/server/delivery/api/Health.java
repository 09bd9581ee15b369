package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.stats.LastError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How destinations are doing, by what their deliveries tell. */
public final class Health implements DestinationHealth {

  private final DeliveryInspector inspection;

  Health(DeliveryInspector inspection) {
    this.inspection = inspection;
  }

  @Override
  public Report of(Destination destination) {
    return inspection
        .standing(destination.id())
        .map(standing -> report(destination, standing))
        .orElseGet(() -> BY_SETTINGS.of(destination));
  }

  /** Asks the loops once, and not once for each destination. */
  @Override
  public DestinationHealth now() {
    Map<DestinationId, DestinationStatus> standings = inspection.standings();
    return destination -> {
      DestinationStatus standing = standings.get(destination.id());
      return standing == null ? BY_SETTINGS.of(destination) : report(destination, standing);
    };
  }

  private static Report report(Destination destination, DestinationStatus standing) {
    return new Report(standing.health(destination), failure(standing.lastError()));
  }

  private static @Nullable Failure failure(@Nullable LastError error) {
    return error == null
        ? null
        : new Failure(
            error.reason().wireName(),
            error.status() == 0 ? null : error.status(),
            error.detail(),
            error.url(),
            error.at());
  }
}
