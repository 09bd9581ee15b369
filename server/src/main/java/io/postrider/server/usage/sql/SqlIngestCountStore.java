package io.postrider.server.usage.sql;

import io.postrider.server.database.CountedSince;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.database.TimeStepRows;
import io.postrider.server.usage.IngestCountStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Intake counts in SQL: one row for each time step that is not empty. */
public final class SqlIngestCountStore implements IngestCountStore {

  private final Database database;
  private final TimeStepRows rows;
  private final CountedSince since;

  /** Stores counts in a database that was opened with {@link Schema#STATISTICS}. */
  public SqlIngestCountStore(Database database) {
    this.database = database;
    this.rows = new TimeStepRows(database, "intake_count");
    this.since = new CountedSince(database);
  }

  @Override
  public void add(List<Count> minutes) {
    database.change(
        handle -> {
          for (TimeStep step : TimeStep.values()) {
            minutes.forEach(minute -> add(handle, step, minute));
          }
        });
  }

  private static void add(Handle handle, TimeStep step, Count minute) {
    handle.execute(
        "insert into intake_count (step, start_at, accepted, rejected) values (?, ?, ?, ?)"
            + " on conflict (step, start_at) do update set"
            + " accepted = intake_count.accepted + excluded.accepted,"
            + " rejected = intake_count.rejected + excluded.rejected",
        step.length().toSeconds(),
        step.start(minute.start()).toEpochMilli(),
        minute.accepted(),
        minute.rejected());
  }

  @Override
  public List<Count> find(TimeStep step, Instant from, Instant to) {
    return database.list(
        Count.class,
        "select start_at as start, accepted, rejected from intake_count where step = ?"
            + " and start_at >= ? and start_at < ? order by start_at",
        step.length().toSeconds(),
        from.toEpochMilli(),
        to.toEpochMilli());
  }

  @Override
  public @Nullable Instant since(TimeStep step, Instant now) {
    return since.of(step, now);
  }

  @Override
  public void sweep(Instant now) {
    rows.sweep(now);
  }
}
