package io.postrider.server.database;

import io.postrider.id.DestinationId;
import java.time.Instant;

/** A table with one row per time step, and its retention. */
public final class TimeStepRows {

  private final Database access;
  private final String table;

  public TimeStepRows(Database access, String table) {
    this.access = access;
    this.table = table;
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
