package io.postrider.server.database;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Since when the statistics count everything. May be called from any thread; every call blocks.
 *
 * <p>Every minute in which a node delivers has a row of the total backlog, written in that minute.
 * The oldest row therefore tells when counting began in this database, or what retention has left.
 * Its own step may be counted in part only: the answer is the end of that step.
 */
public final class CountedSince {

  private final TimeStepRows samples;

  /** Reads a database that was opened with {@link Schema#STATISTICS}. */
  public CountedSince(Database database) {
    this.samples = new TimeStepRows(database, "backlog_total");
  }

  /** Since when the rows of a step count everything, never after now; null if there is none. */
  public @Nullable Instant of(TimeStep step, Instant now) {
    Instant minute = samples.oldest(TimeStep.MINUTE);
    Instant known = minute == null ? null : minute.plus(TimeStep.MINUTE.length());
    if (step == TimeStep.HOUR) {
      Instant hour = samples.oldest(TimeStep.HOUR);
      Instant end = hour == null ? null : hour.plus(TimeStep.HOUR.length());
      // the minutes of the oldest hour are more exact while they are stored
      if (end != null && (minute == null || !minute.isBefore(end))) {
        known = end;
      }
    }
    return known != null && known.isAfter(now) ? now : known;
  }
}
