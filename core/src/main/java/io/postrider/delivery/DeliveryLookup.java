package io.postrider.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells where the deliveries of single messages are. Changes nothing. */
final class DeliveryLookup {

  private final DestinationLimits gates;
  private final OpenDeliveries open;
  private final MessageFeed feeding;
  private final FailureIndex marks;

  DeliveryLookup(
      DestinationLimits gates, OpenDeliveries open, MessageFeed feeding, FailureIndex marks) {
    this.gates = gates;
    this.open = open;
    this.feeding = feeding;
    this.marks = marks;
  }

  DeliveryStatus at(long offset) {
    OpenDelivery delivery = open.find(offset);
    if (delivery != null) {
      long due = delivery.nextDueMillis(gates.size());
      // due at once, after a start, has no time
      boolean comes = delivery.isScheduled() && due > 0 && due < delivery.windowEndMillis();
      return new DeliveryStatus.Open(
          delivery.rounds(), comes ? Instant.ofEpochMilli(due) : null, delivery.failure());
    }
    if (offset >= feeding.readTo()) {
      return new DeliveryStatus.Waiting();
    }
    DeliveryStatus mark = marks.at(offset);
    return mark == null ? new DeliveryStatus.Settled() : mark;
  }

  List<Long> undeliveredBefore(long offset, int most) {
    List<Long> found = new ArrayList<>();
    long last = marks.lastUndelivered(offset);
    while (last >= 0 && found.size() < most) {
      found.add(last);
      last = marks.lastUndelivered(last);
    }
    return found;
  }

  @Nullable Instant failedAt(long offset) {
    long millis = marks.failedAtMillis(offset);
    return millis == FailureTimes.UNKNOWN ? null : Instant.ofEpochMilli(millis);
  }
}
