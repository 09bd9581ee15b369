package io.postrider.server.people.audience;

import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of a computation. Immutable.
 *
 * @param version the version of its definition
 * @param destinations those that receive changes
 * @param run the current run through all profiles; null for none
 * @param lastSyncAt when the last run ended; null if none has
 * @param nextSyncAt when the next run is due; null for none
 * @param deleted whether its results are being deleted
 * @param size the number of members, or of profiles with a value
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
   * @param after the last profile that was evaluated; 0 for none
   * @param again whether another run follows
   */
  public record Run(long after, Instant startedAt, boolean again) {

    /** A run that starts with the first profile. */
    static Run from(Instant now) {
      return new Run(0, now, false);
    }
  }

  /** Whether it is evaluated for profiles that change. */
  public boolean isLive() {
    return !paused && !deleted && realtime;
  }

  /** Whether a run is in progress. */
  public boolean isRunning() {
    return run != null && !paused && !deleted;
  }

  StoredComputation with(@Nullable Run newRun, @Nullable Instant next) {
    return with(newRun, lastSyncAt, next);
  }

  private StoredComputation with(
      @Nullable Run newRun, @Nullable Instant last, @Nullable Instant next) {
    return new StoredComputation(
        id,
        kind,
        version,
        paused,
        realtime,
        destinations,
        triggers,
        newRun,
        last,
        next,
        deleted,
        size);
  }

  /** The same after its run reached a profile. */
  public StoredComputation advanced(long after) {
    Run current = run;
    return current == null
        ? this
        : with(new Run(after, current.startedAt(), current.again()), nextSyncAt);
  }

  /** The same after its run ended; another run starts if one was requested. */
  public StoredComputation finished(Instant now) {
    return with(run != null && run.again() ? Run.from(now) : null, now, nextSyncAt);
  }

  /** The same with a run requested; if one is in progress, another run follows it. */
  public StoredComputation requested(Instant now) {
    Run current = run;
    return with(
        current == null ? Run.from(now) : new Run(current.after(), current.startedAt(), true),
        nextSyncAt);
  }

  /** The same with a run from the start. */
  public StoredComputation restarted(Instant now) {
    return with(Run.from(now), nextSyncAt);
  }

  /** The same as deleted. */
  public StoredComputation asDeleted() {
    return new StoredComputation(
        id, kind, version, paused, false, List.of(), Set.of(), null, lastSyncAt, null, true, size);
  }
}
