package io.postrider.server.delivery;

import io.postrider.route.RoutingDecision;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the messages of one destination that filters and rules drop before a delivery begins.
 *
 * <p>Called on the destination's loop and on the threads that read for it, one after the other for
 * each partition. Counts an offset once, although a destination that is behind may read it again.
 */
final class FilteredMessages {

  private final DeliveryMetrics.Counters counters;

  /** The last counted offset of each partition. */
  private final AtomicLongArray counted;

  FilteredMessages(DeliveryMetrics.Counters counters, int partitions) {
    this.counters = counters;
    this.counted = new AtomicLongArray(partitions);
    for (int partition = 0; partition < partitions; partition++) {
      counted.set(partition, -1);
    }
  }

  /** A message was for the destination, and was not let pass. */
  void skipped(int partition, long offset, RoutingDecision why) {
    if (offset > counted.get(partition)) {
      counted.set(partition, offset);
      count(why);
    }
  }

  /** The settings changed: a message that waited is not sent any more. */
  void dropped(RoutingDecision why) {
    count(why);
  }

  /** The user of a message that waited was deleted. */
  void hidden() {
    counters.filtered("deleted_user");
  }

  private void count(RoutingDecision why) {
    switch (why) {
      case FILTERED -> counters.filtered("destination_filter");
      case BLOCKED -> counters.filtered("source_schema");
      case EXCLUDED -> counters.filtered("integrations");
      case HISTORICAL -> counters.filtered("historical");
      case DELIVER, NOT_FOR_IT -> {}
    }
  }
}
