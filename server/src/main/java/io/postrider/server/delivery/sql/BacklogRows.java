package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Handle;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.Backlog;
import java.time.Instant;
import java.util.Map;

/**
 * Backlog samples as rows: one for each destination and step with a backlog, and one for the total
 * of each sampled step.
 */
final class BacklogRows {

  private static final String KEEP_LARGEST =
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
          + KEEP_LARGEST.formatted("backlog_sample");

  private static final String SAVE_TOTAL =
      "insert into backlog_total (step, start_at, messages, age_millis)"
          + " values (?, ?, ?, ?) on conflict (step, start_at)"
          + KEEP_LARGEST.formatted("backlog_total");

  private BacklogRows() {}

  static void save(Handle handle, Instant minute, DestinationId destination, Backlog backlog) {
    for (TimeStep step : TimeStep.values()) {
      handle.execute(
          SAVE,
          destination.bits(),
          step.length().toSeconds(),
          step.start(minute).toEpochMilli(),
          backlog.messages(),
          backlog.age().toMillis());
    }
  }

  static void saveTotal(Handle handle, Instant minute, Backlog all) {
    for (TimeStep step : TimeStep.values()) {
      handle.execute(
          SAVE_TOTAL,
          step.length().toSeconds(),
          step.start(minute).toEpochMilli(),
          all.messages(),
          all.age().toMillis());
    }
  }

  /** The largest backlog of each sampled step that starts in a time range. */
  static Map<Instant, Backlog> find(
      Handle handle, DestinationId destination, TimeStep step, Instant from, Instant to) {
    return backlogs(
        handle,
        "select t.start_at, coalesce(s.messages, 0) as messages, coalesce(s.age_millis, 0) as age"
            + " from backlog_total t left join backlog_sample s"
            + " on s.destination = ? and s.step = t.step and s.start_at = t.start_at"
            + " where t.step = ? and t.start_at >= ? and t.start_at < ?",
        destination.bits(),
        step.length().toSeconds(),
        from.toEpochMilli(),
        to.toEpochMilli());
  }

  /** The same for all destinations together. */
  static Map<Instant, Backlog> totals(Handle handle, TimeStep step, Instant from, Instant to) {
    return backlogs(
        handle,
        "select start_at, messages, age_millis as age from backlog_total"
            + " where step = ? and start_at >= ? and start_at < ?",
        step.length().toSeconds(),
        from.toEpochMilli(),
        to.toEpochMilli());
  }

  private static Map<Instant, Backlog> backlogs(Handle handle, String sql, Object... values) {
    return handle.select(sql, values).mapBy("start_at", Instant.class, Backlog.class);
  }
}
