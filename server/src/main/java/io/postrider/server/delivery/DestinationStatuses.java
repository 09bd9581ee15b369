package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The status of destinations, on one node or on all together. May be called from any thread but an
 * event loop; may block.
 */
public interface DestinationStatuses {

  /** No destination is delivered to. */
  DestinationStatuses NONE =
      new DestinationStatuses() {
        @Override
        public Map<DestinationId, DestinationStatus> statuses() {
          return Map.of();
        }

        @Override
        public Optional<DestinationStatus> status(DestinationId id) {
          return Optional.empty();
        }
      };

  /** The status of all destinations that are delivered to. */
  Map<DestinationId, DestinationStatus> statuses();

  /** The status of a destination; empty if no node delivers to it. */
  Optional<DestinationStatus> status(DestinationId id);

  /** The health that follows from them. */
  default DestinationHealth health() {
    return new DestinationHealth() {
      @Override
      public Report of(Destination destination) {
        return report(destination, status(destination.id()).orElse(null));
      }

      @Override
      public DestinationHealth now() {
        Map<DestinationId, DestinationStatus> all = statuses();
        return destination -> report(destination, all.get(destination.id()));
      }
    };
  }

  private static DestinationHealth.Report report(
      Destination destination, @Nullable DestinationStatus status) {
    return status == null
        ? DestinationHealth.Report.bySettings(destination)
        : new DestinationHealth.Report(
            status.health(destination),
            status.failingSince(),
            status.lastDeliveredAt(),
            status.lastError());
  }
}
