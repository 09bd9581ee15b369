package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.delivery.stats.StatisticsStore.Step;
import java.time.Instant;

/** The rows of a table that holds one for each step of time, and how long they stay. */
public final class TimeStepRows {

  private final Database access;
  private final String table;

  public TimeStepRows(Database access, String table) {
    this.access = access;
    this.table = table;
  }

  /** Removes what is older than rows of its step are kept. */
  public void sweep(Instant now) {
    for (Step step : Step.values()) {
      access.write(
          handle ->
              handle.execute(
                  "delete from " + table + " where step = ? and start_at < ?",
                  step.length().toSeconds(),
                  now.minus(step.kept()).toEpochMilli()));
    }
  }

  /** Removes what a destination has, in a table whose rows are each of one. */
  void forget(DestinationId destination) {
    access.write(
        handle ->
            handle.execute("delete from " + table + " where destination = ?", destination.bits()));
  }
}
