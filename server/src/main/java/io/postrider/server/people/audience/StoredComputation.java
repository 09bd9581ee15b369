package io.postrider.server.people.audience;

import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A computation as it is kept beside what was computed. Immutable.
 *
 * @param version of the definition that it is computed by
 * @param destinations those that are told of changes
 * @param triggers what makes it change
 * @param run the run through all profiles that is under way; null if none is
 * @param lastSyncAt when a run ended last; null if none ever did
 * @param nextSyncAt when a run is due; null if none is
 * @param deleted whether what was computed is being thrown away
 * @param size how many people are in it, or have a value
 */
public record StoredComputation(
    long id,
    ComputationKind kind,
    long version,
    boolean paused,
    boolean realtime,
    List<DestinationId> destinations,
    Set<String> triggers,
    @Nullable Run run,
    @Nullable Instant lastSyncAt,
    @Nullable Instant nextSyncAt,
    boolean deleted,
    long size) {

  public StoredComputation {
    destinations = List.copyOf(destinations);
    triggers = Set.copyOf(triggers);
  }

  /**
   * A run through all profiles.
   *
   * @param after the last profile that was gone through; 0 for none
   * @param again whether another one is wanted behind it
   */
  public record Run(long after, Instant startedAt, boolean again) {

    /** A run from the first profile on. */
    static Run from(Instant now) {
      return new Run(0, now, false);
    }
  }

  /** Whether it is evaluated for whoever is touched. */
  public boolean isLive() {
    return !paused && !deleted && realtime;
  }

  /** Whether its run goes on. */
  public boolean isRunning() {
    return run != null && !paused && !deleted;
  }

  StoredComputation with(@Nullable Run those, @Nullable Instant next) {
    return new StoredComputation(
        id,
        kind,
        version,
        paused,
        realtime,
        destinations,
        triggers,
        those,
        lastSyncAt,
        next,
        deleted,
        size);
  }

  /** The same when its run has come so far. */
  public StoredComputation advanced(long after) {
    Run now = run;
    return now == null ? this : with(new Run(after, now.startedAt(), now.again()), nextSyncAt);
  }

  /** The same when its run has come to the end; another one starts if one is wanted. */
  public StoredComputation finished(Instant now) {
    Run next = run != null && run.again() ? Run.from(now) : null;
    return new StoredComputation(
        id,
        kind,
        version,
        paused,
        realtime,
        destinations,
        triggers,
        next,
        now,
        nextSyncAt,
        deleted,
        size);
  }

  /** The same when it is to go through all profiles; if it does already, once more behind that. */
  public StoredComputation requested(Instant now) {
    Run under = run;
    return with(
        under == null ? Run.from(now) : new Run(under.after(), under.startedAt(), true),
        nextSyncAt);
  }

  /** The same when everything has to be gone through from the start. */
  public StoredComputation restarted(Instant now) {
    return with(Run.from(now), nextSyncAt);
  }

  /** The same when it is to be thrown away. */
  public StoredComputation asDeleted() {
    return new StoredComputation(
        id, kind, version, paused, false, List.of(), Set.of(), null, lastSyncAt, null, true, size);
  }
}
