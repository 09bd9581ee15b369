package io.postrider.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells where the deliveries of single messages are. Changes nothing. */
final class Lookup {

  private final Gates gates;
  private final OpenDeliveries open;
  private final Feeding feeding;
  private final Marks marks;

  Lookup(Gates gates, OpenDeliveries open, Feeding feeding, Marks marks) {
    this.gates = gates;
    this.open = open;
    this.feeding = feeding;
    this.marks = marks;
  }

  Whereabouts at(long offset) {
    OpenDelivery delivery = open.find(offset);
    if (delivery != null) {
      long due = delivery.nextDueMillis(gates.size());
      // due at once, after a start, has no time
      boolean comes = delivery.isScheduled() && due > 0 && due < delivery.windowEndMillis();
      return new Whereabouts.Open(
          delivery.rounds(), comes ? Instant.ofEpochMilli(due) : null, delivery.failure());
    }
    if (offset >= feeding.readTo()) {
      return new Whereabouts.Waiting();
    }
    Whereabouts mark = marks.at(offset);
    return mark == null ? new Whereabouts.Settled() : mark;
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
