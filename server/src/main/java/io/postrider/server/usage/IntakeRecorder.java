package io.postrider.server.usage;

import io.postrider.server.database.TimeStep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps how much was taken in: looks at the counters a few times a minute and keeps
 * by how much they grew, so that whoever takes messages in knows nothing of it. A crash loses what
 * was counted since the last look, five seconds at most.
 *
 * <p>What cannot be kept waits, up to a bound; counters are not worth more than that. {@link #find}
 * may be called from any thread.
 */
public final class IntakeRecorder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(IntakeRecorder.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int INTERVALS_PER_SWEEP = 720;

  /** How many minutes wait at most; what comes then is counted with the last of them. */
  static final int MOST_WAITING = 1_440;

  private final IntakeStore store;
  private final IntakeCounters counters;
  private final InstantSource time;
  private final TreeMap<Instant, IntakeStore.Count> waiting = new TreeMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private IntakeCounters.Totals seen = new IntakeCounters.Totals(0, 0);
  private boolean troubled;

  public IntakeRecorder(IntakeStore store, IntakeCounters counters, InstantSource time) {
    this.store = store;
    this.counters = counters;
    this.time = time;
    this.thread = Thread.ofPlatform().name("intake-counts").unstarted(this::run);
  }

  /** Starts to keep what is counted. */
  public IntakeRecorder start() {
    thread.start();
    return this;
  }

  private void run() {
    try {
      for (int interval = 0;
          !stopping.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
          interval++) {
        keep();
        if (interval % INTERVALS_PER_SWEEP == 0) {
          sweep();
        }
      }
    } catch (InterruptedException asked) {
      // stopped
    }
  }

  /** What was counted in a stretch of time, the present minute included. */
  public List<IntakeStore.Count> find(TimeStep step, Instant from, Instant to) {
    keep();
    return store.find(step, from, to);
  }

  synchronized void keep() {
    IntakeCounters.Totals now = counters.now();
    long accepted = now.accepted() - seen.accepted();
    long rejected = now.rejected() - seen.rejected();
    seen = now;
    if (accepted > 0 || rejected > 0) {
      Instant minute = TimeStep.MINUTE.start(time.instant());
      boolean full = waiting.size() >= MOST_WAITING && !waiting.containsKey(minute);
      Instant start = full ? waiting.lastKey() : minute;
      waiting.merge(
          start, new IntakeStore.Count(start, accepted, rejected), IntakeRecorder::together);
    }
    if (waiting.isEmpty()) {
      return;
    }
    try {
      store.add(List.copyOf(waiting.values()));
      waiting.clear();
      troubled = false;
    } catch (RuntimeException failed) {
      warn(failed);
    }
  }

  private static IntakeStore.Count together(IntakeStore.Count one, IntakeStore.Count other) {
    return new IntakeStore.Count(
        one.start(), one.accepted() + other.accepted(), one.rejected() + other.rejected());
  }

  private void sweep() {
    try {
      store.sweep(time.instant());
    } catch (RuntimeException failed) {
      warn(failed);
    }
  }

  private void warn(RuntimeException failed) {
    if (!troubled) {
      troubled = true;
      LOG.atWarn()
          .addKeyValue("reason", failed.getMessage())
          .log("What was counted of messages taken in cannot be kept now.");
    }
  }

  /** Keeps the rest. */
  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    keep();
  }
}
