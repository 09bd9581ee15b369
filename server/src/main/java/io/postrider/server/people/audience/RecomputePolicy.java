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

  /** How a computation is kept from now on. */
  public static StoredComputation of(
      @Nullable StoredComputation kept, Definitions.Entry entry, Instant now) {
    Computation computation = entry.computation();
    boolean paused = !computation.enabled();
    return new StoredComputation(
        entry.id(),
        computation.id().kind(),
        computation.version(),
        paused,
        computation.sync().isRealtime(),
        destinations(kept, computation, paused),
        entry.triggers(),
        kept == null || begins(kept, computation) ? StoredComputation.Run.from(now) : kept.run(),
        kept == null ? null : kept.lastSyncAt(),
        nextSync(kept, computation, now),
        false,
        kept == null ? 0 : kept.size());
  }

  /** Whether one that is kept has to go through all profiles by what is asked of it now. */
  public static boolean begins(StoredComputation kept, Computation computation) {
    return kept.deleted()
        || kept.version() != computation.version()
        || (kept.paused() && computation.enabled())
        || (!kept.realtime() && computation.sync().isRealtime());
  }

  private static List<DestinationId> destinations(
      @Nullable StoredComputation kept, Computation computation, boolean paused) {
    if (kept == null || !paused) {
      return computation.destinations();
    }
    List<DestinationId> known = new ArrayList<>(kept.destinations());
    known.retainAll(computation.destinations());
    return known;
  }

  private static @Nullable Instant nextSync(
      @Nullable StoredComputation kept, Computation computation, Instant now) {
    Duration every = computation.sync().every();
    if (every == null || !computation.enabled()) {
      return null;
    }
    Instant due = kept == null ? null : kept.nextSyncAt();
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

  /** How a computation is kept whose sync is due; the next one is the first that lies ahead. */
  public static StoredComputation due(StoredComputation kept, Duration every, Instant now) {
    Instant due = kept.nextSyncAt();
    if (due == null || due.isAfter(now) || kept.paused() || kept.deleted()) {
      return kept;
    }
    long missed = Duration.between(due, now).dividedBy(every);
    Instant next = due.plus(every.multipliedBy(missed + 1));
    return kept.with(kept.run() == null ? StoredComputation.Run.from(now) : kept.run(), next);
  }
}
