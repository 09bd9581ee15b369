package io.postrider.server.store;

import io.postrider.server.deliver.StoreAwayException;
import io.postrider.server.deliver.watch.StatisticsStore.Step;
import io.postrider.server.insight.IntakeStore;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/** How much was taken in, in SQL: one row for each step of time in which anything came. */
public final class SqlIntakeStore implements IntakeStore {

  private final Database database;

  /** Keeps counts in a database that was opened with {@link Schema#STATISTICS}. */
  public SqlIntakeStore(Database database) {
    this.database = database;
  }

  @Override
  public void add(List<Count> minutes) {
    write(
        handle -> {
          for (Step step : Step.values()) {
            minutes.forEach(minute -> add(handle, step, minute));
          }
          return minutes.size();
        });
  }

  private static void add(Handle handle, Step step, Count minute) {
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
  public List<Count> find(Step step, Instant from, Instant to) {
    try {
      return database.read(
          handle ->
              handle
                  .select(
                      "select start_at, accepted, rejected from intake_count where step = ?"
                          + " and start_at >= ? and start_at < ? order by start_at",
                      step.length().toSeconds(),
                      from.toEpochMilli(),
                      to.toEpochMilli())
                  .map(
                      (row, context) ->
                          new Count(
                              Instant.ofEpochMilli(row.getLong(1)), row.getLong(2), row.getLong(3)))
                  .list());
    } catch (DatabaseUnavailableException away) {
      throw new StoreAwayException(away);
    }
  }

  @Override
  public void sweep(Instant now) {
    for (Step step : Step.values()) {
      write(
          handle ->
              handle.execute(
                  "delete from intake_count where step = ? and start_at < ?",
                  step.length().toSeconds(),
                  now.minus(step.kept()).toEpochMilli()));
    }
  }

  private <T> T write(HandleCallback<T, RuntimeException> work) {
    try {
      return database.write(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreAwayException(away);
    }
  }
}
