package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The store of backlog samples, by minute and by hour. Every call may block. */
public interface BacklogStore {

  /** The largest backlog of a step. */
  record Entry(Instant start, Backlog most) {}

  /** Saves the backlogs of some destinations for a minute; empty ones may be omitted. */
  void save(Instant minute, Map<DestinationId, Backlog> backlogs);

  /** Saves the total backlog of a minute, which also marks the minute as sampled. */
  void saveTotal(Instant minute, Backlog all);

  /** The sampled steps that start in a time range, oldest first. */
  List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** The same for all destinations together, deleted ones included. */
  List<Entry> totals(TimeStep step, Instant from, Instant to);

  /** Removes entries whose retention has ended. */
  void sweep(Instant now);

  /** Removes the entries of a destination, not its share of the totals. */
  void forget(DestinationId destination);
}
