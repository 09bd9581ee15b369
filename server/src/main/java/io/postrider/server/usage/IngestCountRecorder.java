package io.postrider.server.usage;

import io.postrider.server.background.BackgroundTask;
import io.postrider.server.database.TimeStep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The background task that stores how many messages were accepted and rejected. It reads the
 * counters every five seconds and stores their growth, so that ingest does not know about it. A
 * crash loses at most five seconds of counts.
 *
 * <p>Counts that cannot be stored wait in memory, up to a bound. {@link #find} and {@link #since}
 * may be called from any thread.
 */
public final class IngestCountRecorder implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int STEPS_PER_SWEEP = 720;

  /** How many minutes wait at most; later counts are added to the last of them. */
  static final int MAX_WAITING = 1_440;

  private final IngestCountStore store;
  private final LongSupplier accepted;
  private final LongSupplier rejected;
  private final InstantSource time;
  private final TreeMap<Instant, IngestCountStore.Count> waiting = new TreeMap<>();
  private final BackgroundTask task;
  private long lastAccepted;
  private long lastRejected;
  private int steps;

  /**
   * @param accepted all messages accepted since the start of the process
   * @param rejected all rejections since the start of the process
   */
  IngestCountRecorder(
      IngestCountStore store, LongSupplier accepted, LongSupplier rejected, InstantSource time) {
    this.store = store;
    this.accepted = accepted;
    this.rejected = rejected;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "intake-counts", "Cannot save ingest counts; retrying.")
                .backoff(INTERVAL, INTERVAL),
            this::step);
  }

  IngestCountRecorder start() {
    task.start();
    return this;
  }

  private boolean step() {
    flush();
    if (steps % STEPS_PER_SWEEP == 0) {
      store.sweep(time.instant());
    }
    steps++;
    return false;
  }

  /** The counts of a time range, including the current minute. */
  public List<IngestCountStore.Count> find(TimeStep step, Instant from, Instant to) {
    tryFlush();
    return store.find(step, from, to);
  }

  /**
   * The messages accepted in a time range. Its ends are exact to the minute, or to the hour where
   * minutes are no longer stored.
   */
  public long accepted(Instant from, Instant to) {
    tryFlush();
    return StepSums.between(from, to, time.instant(), this::stored);
  }

  private long stored(TimeStep step, Instant from, Instant to) {
    return store.find(step, from, to).stream().mapToLong(IngestCountStore.Count::accepted).sum();
  }

  /** Since when the steps of a length count everything; null if nothing is counted yet. */
  public @Nullable Instant since(TimeStep step) {
    return store.since(step, time.instant());
  }

  private void tryFlush() {
    try {
      flush();
    } catch (RuntimeException failed) {
      // the counts wait; the task logs the failure
    }
  }

  /** Stores the growth of the counters; on failure it waits in memory. */
  synchronized void flush() {
    long acceptedNow = accepted.getAsLong();
    long rejectedNow = rejected.getAsLong();
    if (acceptedNow > lastAccepted || rejectedNow > lastRejected) {
      Instant minute = TimeStep.MINUTE.start(time.instant());
      boolean full = waiting.size() >= MAX_WAITING && !waiting.containsKey(minute);
      Instant start = full ? waiting.lastKey() : minute;
      waiting.merge(
          start,
          new IngestCountStore.Count(start, acceptedNow - lastAccepted, rejectedNow - lastRejected),
          IngestCountRecorder::sum);
      lastAccepted = acceptedNow;
      lastRejected = rejectedNow;
    }
    if (!waiting.isEmpty()) {
      store.add(List.copyOf(waiting.values()));
      waiting.clear();
    }
  }

  private static IngestCountStore.Count sum(
      IngestCountStore.Count one, IngestCountStore.Count other) {
    return new IngestCountStore.Count(
        one.start(), one.accepted() + other.accepted(), one.rejected() + other.rejected());
  }

  /** Stops the task and stores the remaining counts. */
  @Override
  public void close() {
    task.close();
    tryFlush();
  }
}
