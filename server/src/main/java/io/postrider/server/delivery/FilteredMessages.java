package io.postrider.server.delivery;

import io.postrider.ledger.DeliveryEntries;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.RoutingDecision;
import io.postrider.server.ledger.SubjectCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of one destination that filters and rules drop before a delivery begins.
 *
 * <p>Called on the destination's loop and on the threads that read for it, one after the other for
 * each partition. Counts an offset once, although a destination that is behind may read it again.
 */
final class FilteredMessages {

  private final DeliveryMetrics.Counters counters;
  private final HiddenRecords hidden;

  /** The last counted offset of each partition. */
  private final AtomicLongArray counted;

  /** By partition; readers add, and the loop takes what a read has skipped when it ends. */
  private final List<Queue<DeliveryEntries.SkippedMessage>> skipped = new ArrayList<>();

  FilteredMessages(DeliveryMetrics.Counters counters, HiddenRecords hidden, int partitions) {
    this.counters = counters;
    this.hidden = hidden;
    this.counted = new AtomicLongArray(partitions);
    for (int partition = 0; partition < partitions; partition++) {
      counted.set(partition, -1);
      skipped.add(new ConcurrentLinkedQueue<>());
    }
  }

  /** A partition is delivered from a saved position again. */
  void reset(int partition) {
    counted.set(partition, -1);
    skipped.get(partition).clear();
  }

  /**
   * A message was for the destination, and was not let pass.
   *
   * @param by decided it
   */
  void skipped(
      int partition, long offset, RecordView record, RoutingDecision why, DestinationSelection by) {
    if (offset > counted.get(partition)) {
      counted.set(partition, offset);
      count(why);
      if (why == RoutingDecision.FILTERED
          || (why == RoutingDecision.BLOCKED && by.recordsBlocked(record))) {
        skipped
            .get(partition)
            .add(
                new DeliveryEntries.SkippedMessage(
                    offset,
                    SubjectCache.subject(record),
                    hidden.hides(partition, offset, record) ? 0 : record.userHash(),
                    why == RoutingDecision.BLOCKED,
                    by.reason(why, record)));
      }
    }
  }

  /** Takes the next message that was skipped and has no entry in the ledger yet; null if none. */
  DeliveryEntries.@Nullable SkippedMessage takeSkipped(int partition) {
    return skipped.get(partition).poll();
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
