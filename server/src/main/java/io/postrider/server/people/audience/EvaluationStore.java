package io.postrider.server.people.audience;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What was computed, and the profiles it is computed from.
 *
 * <p>Each call is one transaction, and short if {@code most} is; all may block. What a call has
 * changed, what has to be told of it and how far it has come are kept together or not at all. While
 * profiles are built anew nothing is evaluated.
 *
 * <p>A call throws {@link io.postrider.server.database.DatabaseUnavailableException} if waiting may
 * help, and {@link BrokenDefinitionException} if the database refuses one computation; then nothing
 * of it is kept.
 */
public interface EvaluationStore {

  /**
   * What a piece of work came to.
   *
   * @param done how much was looked at, in what {@code most} is counted in
   * @param changes how many changes are to be told
   * @param more whether there may be more of the same to do
   * @param postponed whether nothing could be done now, so that it has to be tried again
   * @param took how long it took within the transaction
   */
  record Progress(int done, int changes, boolean more, boolean postponed, Duration took) {

    /** Nothing was to do. */
    public static final Progress NONE = new Progress(0, 0, false);

    /** Nothing can be done while profiles are built anew. */
    public static final Progress POSTPONED = new Progress(0, 0, false, true, Duration.ZERO);

    public Progress(int done, int changes, boolean more) {
      this(done, changes, more, false, Duration.ZERO);
    }

    /** The same after so long. */
    public Progress took(Duration time) {
      return new Progress(done, changes, more, postponed, time);
    }
  }

  /** Brings what is kept in line with the definitions, and has everything start that must. */
  void apply(Definitions definitions, Instant now);

  /** All computations as they are kept, also those that are being thrown away. */
  List<StoredComputation> computations();

  /** Has a computation go through all profiles. */
  void requestRun(long computation, Instant now);

  /** Has everything go through all profiles that is due. */
  void startDueRuns(Definitions definitions, Instant now);

  /**
   * Evaluates some of those who were touched.
   *
   * @param most how many evaluations, of one person by one computation each; one person is always
   *     evaluated whole
   */
  Progress evaluatePending(Definitions definitions, int most, Instant now);

  /**
   * Goes on with a run through all profiles.
   *
   * @param most how many profiles
   */
  Progress advanceRun(Definitions definitions, long computation, int most, Instant now);

  /** The windows that events may have run out of. */
  List<Definitions.EventWindow> windows();

  /**
   * Evaluates some of those whose events have run out of a window.
   *
   * @param most how many evaluations, as above
   */
  Progress sweep(Definitions definitions, Definitions.EventWindow window, int most, Instant now);

  /** Goes on telling a destination that was added who is in. */
  Progress backfill(int most, Instant now);

  /** Goes on throwing away what belonged to deleted computations. */
  Progress purgeDeleted(int most);

  /** Keeps how large everything is in this hour, and forgets what is too old. */
  void recordSizes(Instant now);

  /**
   * Forgets the entries and exits of some people that are too old.
   *
   * @param after the last person that was looked at; 0 for none
   * @return the last that was looked at now; 0 if there is none behind
   */
  long pruneTransitions(long after, int most, Instant now);
}
