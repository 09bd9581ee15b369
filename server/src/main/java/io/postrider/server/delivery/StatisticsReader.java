package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StepCounts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statistics of deliveries: of this node up to now, of other nodes up to their last
 * flush. May be called from any thread but an event loop.
 */
public final class StatisticsReader {

  private final StatisticsStore store;
  private final Runnable flush;

  /**
   * @param flush saves what this node has counted, if it can
   */
  StatisticsReader(StatisticsStore store, Runnable flush) {
    this.store = store;
    this.flush = flush;
  }

  /** The statistics of a destination, the present minute included. */
  public List<StepCounts> counts(DestinationId id, TimeStep step, Instant from, Instant to) {
    flush.run();
    return store.find(id, step, from, to).stream().map(StepCounts::of).toList();
  }

  /** The deliveries of each destination in hours that start at a time or later. */
  public List<StatisticsStore.Volume> volumes(Instant from) {
    flush.run();
    return store.volumes(from);
  }

  /** Since when the steps of a length count every delivery; null if nothing is counted yet. */
  public @Nullable Instant countedSince(TimeStep step, Instant now) {
    return store.since(step, now);
  }

  /** The statistics of all destinations together, the present minute included. */
  public List<StatisticsStore.Entry> totals(TimeStep step, Instant from, Instant to) {
    flush.run();
    return store.totals(step, from, to);
  }
}
