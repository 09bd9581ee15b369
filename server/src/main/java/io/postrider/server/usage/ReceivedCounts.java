package io.postrider.server.usage;

import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many messages were received. They are counted from the log, exactly once whatever crashes;
 * the counters of ingest tell only what the log's follower has not reached yet. May be called from
 * any thread; blocks.
 */
public final class ReceivedCounts {

  /** What the follower of the log has counted. */
  public interface Followed extends StepSums.Counts {

    /** The start of the latest minute with messages; null if there is none. */
    @Nullable Instant latestMinute();
  }

  private final Followed followed;
  private final LongSupplier lag;
  private final IngestCountRecorder counters;
  private final InstantSource time;

  /**
   * @param lag how many records are not counted yet
   */
  ReceivedCounts(
      Followed followed, LongSupplier lag, IngestCountRecorder counters, InstantSource time) {
    this.followed = followed;
    this.lag = lag;
    this.counters = counters;
    this.time = time;
  }

  /** The messages of a time range; its ends are exact to the minute or the hour. */
  public long between(Instant from, Instant to) {
    Instant reached = reached(to);
    return StepSums.between(from, reached, time.instant(), followed)
        + counters.accepted(from.isAfter(reached) ? from : reached, to);
  }

  /** Until when everything is counted from the log; at most a time. */
  private Instant reached(Instant most) {
    if (lag.getAsLong() == 0) {
      return most;
    }
    Instant latest = followed.latestMinute();
    if (latest == null) {
      return Instant.EPOCH;
    }
    return latest.isBefore(most) ? latest : most;
  }

  /** Since when all are counted; null if nothing is counted yet. */
  public @Nullable Instant since() {
    return counters.since(TimeStep.HOUR);
  }
}
