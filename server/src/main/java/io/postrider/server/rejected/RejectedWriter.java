package io.postrider.server.rejected;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.RewritePace;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.folder.LogSweep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores the rejected calls that wait, once a second, on a thread of its own, and reads those of
 * other nodes that share the log. Opens the log in the background, so that no start waits for it.
 *
 * <p>While the disk refuses writes, calls are dropped and counted. Counts wait. May be called from
 * any thread.
 */
final class RejectedWriter implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final RejectedCalls calls;
  private final Supplier<RecordLog> logs;
  private final Duration retention;
  private final RejectedBody.Reader bodies;
  private final InstantSource time;
  private final BackgroundTask task;
  private @Nullable RecordLog log;
  private volatile @Nullable RejectedStore store;

  /**
   * @param logs opens the log
   * @param bodies belongs to this writer
   */
  RejectedWriter(
      RejectedCalls calls,
      Supplier<RecordLog> logs,
      Duration retention,
      RejectedBody.Reader bodies,
      InstantSource time) {
    this.calls = calls;
    this.logs = logs;
    this.retention = retention;
    this.bodies = bodies;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "rejected-calls", "Cannot store rejected calls; retrying.")
                .atOnce(),
            () -> {
              save();
              return false;
            });
  }

  void start() {
    BackgroundTask _ = task.start();
  }

  /** The stored calls; empty while their log is being opened. */
  Optional<RejectedStore> store() {
    return Optional.ofNullable(store);
  }

  /** Stores what waits, and reads what others stored. */
  synchronized void save() {
    RejectedStore open = opened();
    List<RejectedCall> queued = calls.takeQueued();
    Map<RejectedCalls.Key, Long> counted = calls.takeCounts();
    Instant now = time.instant();
    try {
      open.write(records(queued, counted, now));
    } catch (LogUnavailableException refused) {
      calls.drop(RejectedCalls.Dropped.DISK, queued.size());
      calls.putBack(counted);
      throw refused;
    }
    open.refresh(now);
  }

  private List<RejectedRecord> records(
      List<RejectedCall> queued, Map<RejectedCalls.Key, Long> counted, Instant now) {
    List<RejectedRecord> records = new ArrayList<>();
    queued.forEach(call -> records.add(new RejectedRecord.Call(StoredCall.of(call, bodies))));
    if (!counted.isEmpty()) {
      List<RejectedRecord.Count> counts = new ArrayList<>();
      counted.forEach(
          (key, count) ->
              counts.add(new RejectedRecord.Count(key.source(), key.code().wireName(), count)));
      records.add(new RejectedRecord.Counts(now, counts));
    }
    return records;
  }

  /**
   * Hides the calls that name some users and that arrived until now. It is durable when this
   * returns.
   *
   * @throws LogUnavailableException if the disk does not take it
   */
  synchronized void erase(Collection<String> userIds) {
    save();
    Set<Long> users = new HashSet<>();
    userIds.forEach(user -> users.add(bodies.hash(user)));
    opened().erase(users, time.instant());
  }

  /**
   * Removes hidden calls from the files. Calls are stored meanwhile.
   *
   * @return whether they are gone
   */
  boolean rewrite(RewritePace pace) {
    RecordLog current;
    synchronized (this) {
      var _ = opened();
      current = log;
    }
    return !(current instanceof EmbeddedLog files) // a log of several nodes hides them only
        || RejectedErasure.run(files, new LogSweep(files, "the rejected calls", pace));
  }

  private RejectedStore opened() {
    RejectedStore known = store;
    if (known != null) {
      return known;
    }
    if (log == null) {
      log = logs.get();
    }
    RejectedStore opened = RejectedStore.open(log, retention, time.instant());
    store = opened;
    return opened;
  }

  /** Stores what waits, and closes the log. */
  @Override
  public void close() {
    task.close();
    synchronized (this) {
      if (log != null) {
        try {
          save();
        } catch (LogUnavailableException refused) {
          // counted as dropped; the log says why
        }
        log.close();
      }
    }
  }
}
