package io.postrider.server.people.audience;

import io.postrider.audience.Computation;
import io.postrider.id.DestinationId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a new or changed computation has to do. Pure.
 *
 * <p>A computation runs through all profiles if it is new, enabled again or real-time from now on,
 * or if its definition changed: it has missed earlier changes. A disabled computation stays as it
 * is; its new destinations get a backfill when it is enabled.
 */
public final class RecomputePolicy {

  private RecomputePolicy() {}

  /** The new state of a computation. */
  public static StoredComputation of(
      @Nullable StoredComputation stored, Definitions.Entry entry, Instant now) {
    Computation computation = entry.computation();
    boolean paused = !computation.enabled();
    return new StoredComputation(
        entry.id(),
        computation.id().kind(),
        computation.version(),
        paused,
        computation.sync().isRealtime(),
        destinations(stored, computation, paused),
        entry.triggers(),
        stored == null || begins(stored, computation)
            ? StoredComputation.Run.from(now)
            : stored.run(),
        stored == null ? null : stored.lastSyncAt(),
        nextSync(stored, computation, now),
        false,
        stored == null ? 0 : stored.size());
  }

  /** Whether the new settings of a stored computation require a run. */
  public static boolean begins(StoredComputation stored, Computation computation) {
    return stored.deleted()
        || stored.version() != computation.version()
        || (stored.paused() && computation.enabled())
        || (!stored.realtime() && computation.sync().isRealtime());
  }

  private static List<DestinationId> destinations(
      @Nullable StoredComputation stored, Computation computation, boolean paused) {
    if (stored == null || !paused) {
      return computation.destinations();
    }
    List<DestinationId> known = new ArrayList<>(stored.destinations());
    known.retainAll(computation.destinations());
    return known;
  }

  private static @Nullable Instant nextSync(
      @Nullable StoredComputation stored, Computation computation, Instant now) {
    Duration every = computation.sync().every();
    if (every == null || !computation.enabled()) {
      return null;
    }
    Instant due = stored == null ? null : stored.nextSyncAt();
    Instant latest = now.plus(every);
    return due == null || due.isAfter(latest) ? latest : due;
  }

  /** The destinations that were added, which need a backfill. */
  public static List<DestinationId> addedDestinations(
      @Nullable StoredComputation before, StoredComputation after) {
    if (before == null || before.deleted()) {
      return List.of();
    }
    List<DestinationId> added = new ArrayList<>(after.destinations());
    added.removeAll(before.destinations());
    return added;
  }

  /** The new state of a computation whose sync is due; the next sync lies in the future. */
  public static StoredComputation due(StoredComputation stored, Duration every, Instant now) {
    Instant due = stored.nextSyncAt();
    if (due == null || stored.paused() || stored.deleted()) {
      return stored;
    }
    if (due.isAfter(now)) {
      // further away than an interval: the clock was set back
      Instant latest = now.plus(every);
      return due.isAfter(latest) ? stored.with(stored.run(), latest) : stored;
    }
    long missed = Duration.between(due, now).dividedBy(every);
    Instant next = due.plus(every.multipliedBy(missed + 1));
    return stored.with(stored.run() == null ? StoredComputation.Run.from(now) : stored.run(), next);
  }
}
