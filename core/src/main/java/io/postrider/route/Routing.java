package io.postrider.route;

import io.postrider.id.DestinationId;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.time.Duration;

/**
 * Decides which messages go to which destinations.
 *
 * <p>Pure and thread-safe. Whether a message is for a destination depends on the time of acceptance
 * ({@link #wasFor}) and never changes; the rest depends on the settings when it is sent ({@link
 * #decide}).
 */
public final class Routing {

  private final long historicalAfterMillis;

  /**
   * Creates a routing.
   *
   * @param historicalAfter the minimum age, at acceptance, of a historical message's timestamp
   */
  public Routing(Duration historicalAfter) {
    this.historicalAfterMillis = historicalAfter.toMillis();
  }

  /** Whether a message was for a destination when it was accepted. */
  public boolean wasFor(Destination destination, int partition, long offset, RecordView record) {
    return destination.enabled().contains(partition, offset)
        && (isListed(record)
            ? lists(record, destination.id())
            : destination.connection(record.source()).contains(partition, offset));
  }

  /** Whether a message would be for a destination if it were accepted now. */
  public boolean isFor(Destination destination, RecordView record) {
    return isListed(record)
        ? lists(record, destination.id())
        : destination.connection(record.source()).isOpen();
  }

  /**
   * Decides whether a message for a destination is sent there.
   *
   * @param events the event rules of the message's source
   */
  public RoutingDecision decide(Destination destination, EventRules events, RecordView record) {
    MessageType type = record.type().orElse(null);
    if (type == null) {
      return RoutingDecision.NOT_FOR_IT;
    }
    if (type == MessageType.DELETE) {
      return RoutingDecision.DELIVER;
    }
    DestinationSettings settings = destination.settings();
    if (!record.isComputed()) {
      if (!Integrations.allow(record, destination)) {
        return RoutingDecision.EXCLUDED;
      }
      if (events.block(record)) {
        return RoutingDecision.BLOCKED;
      }
      if (!settings.acceptsHistorical() && isHistorical(record)) {
        return RoutingDecision.HISTORICAL;
      }
    }
    return settings.filters().letsPass(record) ? RoutingDecision.DELIVER : RoutingDecision.FILTERED;
  }

  private boolean isHistorical(RecordView record) {
    return record.receivedAtMillis() - record.timestamp().toEpochMilli() > historicalAfterMillis;
  }

  private static boolean isListed(RecordView record) {
    return record.destinations() > 0;
  }

  private static boolean lists(RecordView record, DestinationId id) {
    for (int i = 0; i < record.destinations(); i++) {
      if (record.destinationBits(i) == id.bits()) {
        return true;
      }
    }
    return false;
  }
}
