package io.postrider.server.people.audience;

import io.postrider.audience.Computation;
import io.postrider.id.DestinationId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a computation that is new, or was changed, has to do. Pure.
 *
 * <p>A new one, one with another definition, one that is enabled again and one that is real-time
 * from now on go through all profiles: what has happened since the last time was not looked at. A
 * disabled one waits as it is, and hears of new destinations only when it is enabled.
 */
public final class RecomputePolicy {

  private RecomputePolicy() {}

  /** How a computation is stored from now on. */
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

  /** Whether one that is stored has to go through all profiles by what is asked of it now. */
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

  /** The destinations that were added since, which have to hear who is in it. */
  public static List<DestinationId> introduced(
      @Nullable StoredComputation before, StoredComputation after) {
    if (before == null || before.deleted()) {
      return List.of();
    }
    List<DestinationId> added = new ArrayList<>(after.destinations());
    added.removeAll(before.destinations());
    return added;
  }

  /** How a computation is stored whose sync is due; the next one is the first that lies ahead. */
  public static StoredComputation due(StoredComputation stored, Duration every, Instant now) {
    Instant due = stored.nextSyncAt();
    if (due == null || due.isAfter(now) || stored.paused() || stored.deleted()) {
      return stored;
    }
    long missed = Duration.between(due, now).dividedBy(every);
    Instant next = due.plus(every.multipliedBy(missed + 1));
    return stored.with(stored.run() == null ? StoredComputation.Run.from(now) : stored.run(), next);
  }
}
