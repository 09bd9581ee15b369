package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;

/** Where counters are kept. Every call may block. */
public interface StatisticsStore {

  /** What happened at a destination in the minute that starts at a time. */
  record Count(DestinationId destination, Instant minute, DeliveryCounts tally) {}

  /** What happened in the step that starts at a time. */
  record Entry(Instant start, DeliveryCounts tally) {}

  /** Adds counts to what is there, and to what all have together: all of them or none. */
  void add(List<Count> counts);

  /** The steps of a destination that start in a stretch of time and in which anything happened. */
  List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** The same of all destinations together, those included that are there no more. */
  List<Entry> totals(TimeStep step, Instant from, Instant to);

  /** Removes what is older than it has to be kept. */
  void sweep(Instant now);

  /** Removes everything of a destination but its share of the totals. */
  void forget(DestinationId destination);
}
