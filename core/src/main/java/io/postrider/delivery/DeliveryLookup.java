package io.postrider.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks up the status of single deliveries. Read-only. */
final class DeliveryLookup {

  private final DestinationLimits limits;
  private final OpenDeliveries open;
  private final MessageFeed feed;
  private final FailureIndex failures;

  DeliveryLookup(
      DestinationLimits limits, OpenDeliveries open, MessageFeed feed, FailureIndex failures) {
    this.limits = limits;
    this.open = open;
    this.feed = feed;
    this.failures = failures;
  }

  DeliveryStatus at(long offset) {
    OpenDelivery delivery = open.find(offset);
    if (delivery != null) {
      long due = delivery.nextDueMillis(limits.size());
      // after a restart a delivery is due at once and has no due time
      boolean comes = delivery.isScheduled() && due > 0 && due < delivery.windowEndMillis();
      return new DeliveryStatus.Open(
          delivery.rounds(), comes ? Instant.ofEpochMilli(due) : null, delivery.failure());
    }
    if (offset >= feed.readTo()) {
      return new DeliveryStatus.Waiting();
    }
    DeliveryStatus recorded = failures.at(offset);
    return recorded == null ? new DeliveryStatus.Settled() : recorded;
  }

  List<Long> undeliveredBefore(long offset, int most) {
    List<Long> found = new ArrayList<>();
    long last = failures.lastUndelivered(offset);
    while (last >= 0 && found.size() < most) {
      found.add(last);
      last = failures.lastUndelivered(last);
    }
    return found;
  }

  @Nullable Instant failedAt(long offset) {
    long millis = failures.failedAtMillis(offset);
    return millis == FailureTimes.UNKNOWN ? null : Instant.ofEpochMilli(millis);
  }
}
