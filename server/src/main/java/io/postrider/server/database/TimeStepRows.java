package io.postrider.server.database;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table with one row per time step, and its retention. */
public final class TimeStepRows {

  private final Database access;
  private final String table;

  public TimeStepRows(Database access, String table) {
    this.access = access;
    this.table = table;
  }

  /** The start of the oldest row of a step; null if there is none. */
  @Nullable Instant oldest(TimeStep step) {
    return access
        .list(
            row -> Optional.ofNullable(Columns.time(row, "oldest")),
            "select min(start_at) as oldest from " + table + " where step = ?",
            step.length().toSeconds())
        .getFirst()
        .orElse(null);
  }

  /** Deletes rows that are older than the retention of their step. */
  public void sweep(Instant now) {
    for (TimeStep step : TimeStep.values()) {
      access.write(
          handle ->
              handle.execute(
                  "delete from " + table + " where step = ? and start_at < ?",
                  step.length().toSeconds(),
                  now.minus(step.retention()).toEpochMilli()));
    }
  }

  /** Deletes the rows of a destination, in a table with a destination column. */
  public void forget(DestinationId destination) {
    access.write(
        handle ->
            handle.execute("delete from " + table + " where destination = ?", destination.bits()));
  }
}
