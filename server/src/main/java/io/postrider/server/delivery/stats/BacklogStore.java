package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Where it is kept what waited, minute by minute and by the hour, as long as counters are. Every
 * call may block.
 */
public interface BacklogStore {

  /** The most that waited in the step that starts at a time. */
  record Entry(Instant start, Backlog most) {}

  /** Keeps what waits for some destinations in a minute; those with none may be left out. */
  void keep(Instant minute, Map<DestinationId, Backlog> backlogs);

  /** Keeps what waits for all together, which says that the minute was looked at. */
  void keepTotal(Instant minute, Backlog all);

  /**
   * The steps that start in a stretch of time and were looked at, oldest first; of the others
   * nobody knows what waited.
   */
  List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to);

  /** The same of all destinations together, those included that are there no more. */
  List<Entry> totals(TimeStep step, Instant from, Instant to);

  /** Removes what is older than it has to be kept. */
  void sweep(Instant now);

  /** Removes everything of a destination but its share of the totals. */
  void forget(DestinationId destination);
}
