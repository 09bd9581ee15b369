package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.DestinationStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of one destination at one check.
 *
 * @param since when it started failing; null if it is not failing or the time is unknown
 * @param lastError the detail of the last failed attempt, without secrets; null if none failed
 */
public record Observation(
    DestinationId destination,
    String name,
    Condition condition,
    @Nullable Instant since,
    @Nullable String lastError) {

  /** Whether the destination accepts deliveries. */
  public enum Condition {
    FAILING,
    /** It accepted a delivery and is not failing now. */
    HEALTHY,
    /** Nothing was delivered yet, it refused a few messages, or it is paused or unconnected. */
    UNKNOWN
  }

  /**
   * The observation of a destination.
   *
   * @param status null if this node does not deliver to it
   */
  static Observation of(Destination destination, @Nullable DestinationStatus status) {
    if (status == null) {
      return new Observation(destination.id(), destination.name(), Condition.UNKNOWN, null, null);
    }
    DestinationHealth.Failure error = status.lastError();
    return new Observation(
        destination.id(),
        destination.name(),
        condition(destination, status),
        status.failingSince(),
        error == null ? null : error.message());
  }

  /**
   * A destination counts as healthy only after a successful delivery, and as failing only if it
   * keeps failing: a single refused message is no incident.
   */
  private static Condition condition(Destination destination, DestinationStatus status) {
    return switch (status.health(destination)) {
      case FAILING -> status.keepsFailing() ? Condition.FAILING : Condition.UNKNOWN;
      case HEALTHY, DEGRADED ->
          status.deliveredAt() == null ? Condition.UNKNOWN : Condition.HEALTHY;
      case PAUSED, DISABLED, UNCONNECTED -> Condition.UNKNOWN;
    };
  }
}
