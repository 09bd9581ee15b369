package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;

/** The store of delivery counters. Every call may block. */
public interface StatisticsStore {

  /** The counters of a destination for one minute. */
  record Count(DestinationId destination, Instant minute, DeliveryCounts counts) {}

  /** The counters of one step. */
  record Entry(Instant start, DeliveryCounts counts) {}

  /** Adds counts to the stored ones and to the totals, in one transaction. */
  void add(List<Count> counts);

  /** The steps of a destination that start in a time range and have counts. */
  List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** The same for all destinations together, deleted ones included. */
  List<Entry> totals(TimeStep step, Instant from, Instant to);

  /** Removes entries whose retention has ended. */
  void sweep(Instant now);

  /** Removes the entries of a destination, not its share of the totals. */
  void forget(DestinationId destination);
}
