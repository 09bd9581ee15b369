package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.stats.LastError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The health of destinations, from their deliveries. */
public final class DeliveryHealth implements DestinationHealth {

  private final DeliveryInspector inspection;

  public DeliveryHealth(DeliveryInspector inspection) {
    this.inspection = inspection;
  }

  @Override
  public Report of(Destination destination) {
    return inspection
        .status(destination.id())
        .map(status -> report(destination, status))
        .orElseGet(() -> BY_SETTINGS.of(destination));
  }

  /** Asks the loops once for all destinations. */
  @Override
  public DestinationHealth now() {
    Map<DestinationId, DestinationStatus> statuses = inspection.statuses();
    return destination -> {
      DestinationStatus status = statuses.get(destination.id());
      return status == null ? BY_SETTINGS.of(destination) : report(destination, status);
    };
  }

  private static Report report(Destination destination, DestinationStatus status) {
    return new Report(status.health(destination), failure(status.lastError()));
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
