package io.postrider.server.people.audience;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Stores the results of computations, beside the profiles that they are computed from.
 *
 * <p>Each call is one transaction, short if {@code most} is small; all may block. During a rebuild
 * of profiles nothing is evaluated.
 *
 * <p>A call throws {@link io.postrider.server.database.DatabaseUnavailableException} if retrying
 * may help, and {@link BrokenDefinitionException} if the database rejects one computation.
 */
public interface EvaluationStore {

  /**
   * The result of one call.
   *
   * @param done how much was done, in the unit of {@code most}
   * @param changes how many changes go to destinations
   * @param more whether there may be more work of this kind
   * @param postponed whether nothing could be done now
   * @param took the duration within the transaction
   */
  record Progress(int done, int changes, boolean more, boolean postponed, Duration took) {

    /** There was nothing to do. */
    public static final Progress NONE = new Progress(0, 0, false);

    /** Nothing can be done during a rebuild. */
    public static final Progress POSTPONED = new Progress(0, 0, false, true, Duration.ZERO);

    public Progress(int done, int changes, boolean more) {
      this(done, changes, more, false, Duration.ZERO);
    }

    /** The same with a duration. */
    public Progress took(Duration time) {
      return new Progress(done, changes, more, postponed, time);
    }
  }

  /** Applies definitions and starts the runs that they require. */
  void apply(Definitions definitions, Instant now);

  /**
   * Orders backfills for destinations that missed messages since the last call. Called before
   * {@link #apply}: a new computation finds the state of its destinations stored.
   *
   * @param reach of all destinations
   * @return whether a backfill was ordered
   */
  boolean resend(List<DestinationReach> reach, Instant now);

  /** All stored computations, including deleted ones that are being purged. */
  List<StoredComputation> computations();

  /** Requests a run through all profiles. */
  void requestRun(long computation, Instant now);

  /** Starts the runs that are due. */
  void startDueRuns(Definitions definitions, Instant now);

  /**
   * Evaluates some queued profiles.
   *
   * @param most how many evaluations of one profile by one computation; a profile is never split
   */
  Progress evaluatePending(Definitions definitions, int most, Instant now);

  /**
   * Advances some runs through all profiles: those of one {@link RunGroup}, together.
   *
   * @param running the computations whose runs may advance
   * @param turn decides the group
   * @param most as for {@link #evaluatePending}
   */
  Progress advanceRuns(
      Definitions definitions, Set<Long> running, long turn, int most, Instant now);

  /** The time windows to sweep. */
  List<Definitions.EventWindow> windows();

  /**
   * Evaluates some profiles whose events have left a window.
   *
   * @param most as for {@link #evaluatePending}
   */
  Progress sweep(Definitions definitions, Definitions.EventWindow window, int most, Instant now);

  /** Advances the backfill of a destination that was added, or missed messages. */
  Progress backfill(int most, Instant now);

  /** Deletes some results of deleted computations. */
  Progress purgeDeleted(int most);

  /** Stores the sizes of this hour, and deletes old ones. */
  void recordSizes(Instant now);

  /**
   * Deletes old entries and exits of some profiles.
   *
   * @param after the last profile of the previous call; 0 for none
   * @return the last profile of this call; 0 at the end
   */
  long pruneTransitions(long after, int most, Instant now);
}
