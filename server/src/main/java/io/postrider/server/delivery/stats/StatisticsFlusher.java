package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.BacklogSampler;
import io.postrider.server.delivery.DeliveryLoop;
import io.postrider.server.delivery.DestinationWorker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps what was counted, a few times a minute, and once a minute what waits. What
 * was counted and cannot be kept is added to the next time, up to a bound; counters are not worth
 * more than that.
 */
public final class StatisticsFlusher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StatisticsFlusher.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_AT_ONCE = 200;
  private static final int MOST_WAITING = 20_000;
  private static final int INTERVALS_PER_SWEEP = 720;

  private record Key(DestinationId destination, Instant minute) {}

  private final StatisticsStore store;
  private final BacklogStore backlogs;
  private final BacklogSampler sampler;
  private final List<DeliveryLoop> loops;
  private final InstantSource time;
  private final Map<Key, DeliveryCounts> waiting = new LinkedHashMap<>();
  private final Queue<DestinationId> gone = new ConcurrentLinkedQueue<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private boolean troubled;

  public StatisticsFlusher(
      StatisticsStore store,
      BacklogStore backlogs,
      BacklogSampler sampler,
      List<DeliveryLoop> loops,
      InstantSource time) {
    this.store = store;
    this.backlogs = backlogs;
    this.sampler = sampler;
    this.loops = loops;
    this.time = time;
    this.thread = Thread.ofPlatform().name("delivery-statistics").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      for (int interval = 0;
          !stopping.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
          interval++) {
        keep();
        forgetGone();
        if (interval % INTERVALS_PER_SWEEP == 0) {
          sweep();
        }
      }
    } catch (InterruptedException asked) {
      // stopped
    }
  }

  /** Keeps what was counted until now, and once a minute what waits. */
  public synchronized void keep() {
    Instant minute = TimeStep.MINUTE.start(time.instant());
    for (DeliveryLoop loop : loops) {
      loop.ask(() -> taken(loop)).join().forEach((id, tally) -> add(new Key(id, minute), tally));
    }
    try {
      while (!waiting.isEmpty()) {
        List<StatisticsStore.Count> counts =
            waiting.entrySet().stream().limit(MOST_AT_ONCE).map(StatisticsFlusher::count).toList();
        store.add(counts);
        counts.forEach(count -> waiting.remove(new Key(count.destination(), count.minute())));
      }
      sampler.sample();
      troubled = false;
    } catch (RuntimeException failed) {
      warn(failed);
    }
  }

  private static StatisticsStore.Count count(Map.Entry<Key, DeliveryCounts> entry) {
    Key key = entry.getKey();
    return new StatisticsStore.Count(key.destination, key.minute, entry.getValue());
  }

  private static Map<DestinationId, DeliveryCounts> taken(DeliveryLoop loop) {
    Map<DestinationId, DeliveryCounts> tallies = new LinkedHashMap<>();
    for (DestinationWorker outbound : loop.outbounds().all()) {
      if (outbound.hasTally()) {
        tallies.put(outbound.id(), outbound.takeTally());
      }
    }
    return tallies;
  }

  private void add(Key key, DeliveryCounts tally) {
    if (waiting.containsKey(key) || waiting.size() < MOST_WAITING) {
      waiting.computeIfAbsent(key, unknown -> new DeliveryCounts()).add(tally);
    }
  }

  /** A destination is there no more; what was counted of it goes, some time. */
  public void forget(DestinationId destination) {
    gone.add(destination);
  }

  private void forgetGone() {
    try {
      for (DestinationId next = gone.peek(); next != null; next = gone.peek()) {
        store.forget(next);
        backlogs.forget(next);
        gone.remove();
      }
    } catch (RuntimeException failed) {
      warn(failed);
    }
  }

  private void sweep() {
    try {
      store.sweep(time.instant());
      backlogs.sweep(time.instant());
    } catch (RuntimeException failed) {
      warn(failed);
    }
  }

  private void warn(RuntimeException failed) {
    if (!troubled) {
      troubled = true;
      LOG.atWarn()
          .addKeyValue("reason", failed.getMessage())
          .log("What was counted of deliveries cannot be kept now.");
    }
  }

  @Override
  public void close() {
    stopping.countDown();
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    try {
      if (thread.join(PATIENCE)) {
        keep();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
