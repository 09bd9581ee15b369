package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.database.TimeStepRows;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.BacklogStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Backlog samples in SQL: one row for each destination and step with a backlog. */
public final class SqlBacklogStore implements BacklogStore {

  private static final String MAX_RESULTS =
      """
       do update set
        messages = case when excluded.messages > %1$s.messages
          then excluded.messages else %1$s.messages end,
        age_millis = case when excluded.age_millis > %1$s.age_millis
          then excluded.age_millis else %1$s.age_millis end
      """;
  private static final String SAVE =
      "insert into backlog_sample (destination, step, start_at, messages, age_millis)"
          + " values (?, ?, ?, ?, ?) on conflict (destination, step, start_at)"
          + MAX_RESULTS.formatted("backlog_sample");
  private static final String KEEP_TOTAL =
      "insert into backlog_total (step, start_at, messages, age_millis)"
          + " values (?, ?, ?, ?) on conflict (step, start_at)"
          + MAX_RESULTS.formatted("backlog_total");

  private final Database access;
  private final TimeStepRows samples;
  private final TimeStepRows totals;

  /** Uses a database with {@link Schema#STATISTICS}. */
  public SqlBacklogStore(Database database) {
    this.access = database;
    this.samples = new TimeStepRows(access, "backlog_sample");
    this.totals = new TimeStepRows(access, "backlog_total");
  }

  @Override
  public void save(Instant minute, Map<DestinationId, Backlog> backlogs) {
    access.write(
        handle -> {
          for (TimeStep step : TimeStep.values()) {
            backlogs.forEach(
                (destination, backlog) ->
                    handle.execute(
                        SAVE,
                        destination.bits(),
                        step.length().toSeconds(),
                        step.start(minute).toEpochMilli(),
                        backlog.messages(),
                        backlog.age().toMillis()));
          }
          return backlogs.size();
        });
  }

  @Override
  public void saveTotal(Instant minute, Backlog all) {
    access.write(
        handle -> {
          for (TimeStep step : TimeStep.values()) {
            handle.execute(
                KEEP_TOTAL,
                step.length().toSeconds(),
                step.start(minute).toEpochMilli(),
                all.messages(),
                all.age().toMillis());
          }
          return 1;
        });
  }

  @Override
  public List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to) {
    return entries(
        "select t.start_at, coalesce(s.messages, 0), coalesce(s.age_millis, 0)"
            + " from backlog_total t left join backlog_sample s"
            + " on s.destination = ? and s.step = t.step and s.start_at = t.start_at"
            + " where t.step = ? and t.start_at >= ? and t.start_at < ? order by t.start_at",
        destination.bits(),
        step.length().toSeconds(),
        from.toEpochMilli(),
        to.toEpochMilli());
  }

  @Override
  public List<Entry> totals(TimeStep step, Instant from, Instant to) {
    return entries(
        "select start_at, messages, age_millis from backlog_total"
            + " where step = ? and start_at >= ? and start_at < ? order by start_at",
        step.length().toSeconds(),
        from.toEpochMilli(),
        to.toEpochMilli());
  }

  private List<Entry> entries(String sql, Object... values) {
    return access.read(
        handle ->
            handle
                .select(sql, values)
                .map(
                    (row, context) ->
                        new Entry(
                            Instant.ofEpochMilli(row.getLong(1)),
                            new Backlog(row.getLong(2), Duration.ofMillis(row.getLong(3)))))
                .list());
  }

  @Override
  public void sweep(Instant now) {
    samples.sweep(now);
    totals.sweep(now);
  }

  @Override
  public void forget(DestinationId destination) {
    samples.forget(destination);
  }
}
