package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The store of delivery counters and backlog samples, by minute and by hour. Calls may block. */
public interface StatisticsStore {

  /** The counters of a destination for one minute. */
  record Count(DestinationId destination, Instant minute, DeliveryCounts counts) {}

  /**
   * The statistics of one step.
   *
   * @param backlog the largest backlog; null if it was not sampled
   */
  record Entry(Instant start, DeliveryCounts counts, @Nullable Backlog backlog) {}

  /** Adds counts to the stored ones and to the totals, in one transaction. */
  void add(List<Count> counts);

  /** Saves the backlogs of some destinations for a minute; empty ones may be omitted. */
  void saveBacklogs(Instant minute, Map<DestinationId, Backlog> backlogs);

  /** Saves the total backlog of a minute, which also marks the minute as sampled. */
  void saveTotalBacklog(Instant minute, Backlog all);

  /** The steps of a destination that start in a time range and have data, oldest first. */
  List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** The same for all destinations together, deleted ones included. */
  List<Entry> totals(TimeStep step, Instant from, Instant to);

  /** The deliveries of a destination since a time. */
  record Volume(DestinationId destination, long delivered, long failed) {}

  /** The volumes of all destinations with deliveries, in hours that start at a time or later. */
  List<Volume> volumes(Instant from);

  /** Since when the steps of a length count everything; null if nothing is counted yet. */
  @Nullable Instant since(TimeStep step, Instant now);

  /** Removes entries whose retention has ended. */
  void sweep(Instant now);

  /** Removes the entries of a destination, not its share of the totals. */
  void forget(DestinationId destination);
}
