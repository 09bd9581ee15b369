package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.UnsavedCounts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves the counters of all destinations a few times a minute, and samples backlogs once a minute.
 * Safe to call from any thread but an event loop.
 *
 * <p>Counts that cannot be saved are added to the next flush, up to a bound.
 */
final class StatisticsFlusher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StatisticsFlusher.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int MAX_BATCH = 200;
  private static final int INTERVALS_PER_SWEEP = 720;

  private final StatisticsStore store;
  private final BacklogSampler sampler;
  private final List<DeliveryLoop> loops;
  private final InstantSource time;
  private final BooleanSupplier maySweep;
  private final BackgroundTask task;
  private final ReentrantLock saving = new ReentrantLock();
  private final UnsavedCounts pending = new UnsavedCounts();
  private final Queue<DestinationId> removed = new ConcurrentLinkedQueue<>();
  private int intervals;
  private boolean started;

  /**
   * @param maySweep whether this node is the one that deletes old statistics
   */
  StatisticsFlusher(
      StatisticsStore store,
      BacklogSampler sampler,
      List<DeliveryLoop> loops,
      InstantSource time,
      BooleanSupplier maySweep) {
    this.store = store;
    this.maySweep = maySweep;
    this.sampler = sampler;
    this.loops = loops;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-statistics", "Cannot save delivery statistics; retrying.")
                .backoff(INTERVAL, INTERVAL),
            this::step);
  }

  void start() {
    started = true;
    task.start();
  }

  private boolean step() {
    save();
    for (DestinationId next = removed.peek(); next != null; next = removed.peek()) {
      store.forget(next);
      removed.remove();
    }
    if (intervals++ % INTERVALS_PER_SWEEP == 0 && maySweep.getAsBoolean()) {
      store.sweep(time.instant());
    }
    return false;
  }

  /** Saves what was counted until now, if the database is available. */
  void flush() {
    try {
      save();
    } catch (RuntimeException failed) {
      LOG.debug("Cannot save delivery statistics.", failed); // the task retries and warns
    }
  }

  private void save() {
    saving.lock();
    try {
      Instant minute = TimeStep.MINUTE.start(time.instant());
      for (DeliveryLoop loop : loops) {
        loop.ask(() -> takeCounts(loop))
            .join()
            .forEach((id, counts) -> pending.add(id, minute, counts));
      }
      while (!pending.isEmpty()) {
        List<StatisticsStore.Count> batch = pending.oldest(MAX_BATCH);
        store.add(batch);
        pending.saved(batch);
      }
      sampler.sample();
    } finally {
      saving.unlock();
    }
  }

  private static Map<DestinationId, DeliveryCounts> takeCounts(DeliveryLoop loop) {
    Map<DestinationId, DeliveryCounts> counts = new LinkedHashMap<>();
    for (DestinationWorker worker : loop.workers().all()) {
      if (worker.tally().hasCounts()) {
        counts.put(worker.id(), worker.tally().takeCounts());
      }
    }
    return counts;
  }

  /** Deletes the statistics of a removed destination, eventually. */
  void forget(DestinationId destination) {
    removed.add(destination);
  }

  /** Stops, and saves what was counted since the last flush. */
  @Override
  public void close() {
    task.close();
    if (started && saving.tryLock()) {
      try {
        save();
      } catch (RuntimeException failed) {
        LOG.atWarn()
            .addKeyValue("reason", failed.getMessage())
            .log("Cannot save the last delivery statistics.");
      } finally {
        saving.unlock();
      }
    }
  }
}
