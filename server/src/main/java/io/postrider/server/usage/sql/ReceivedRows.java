package io.postrider.server.usage.sql;

import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.TimeStep;
import io.postrider.server.usage.ReceivedCounts;
import io.postrider.server.usage.UsageCounts.ReceivedCount;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Received messages in SQL: one row for each minute and each hour that is not empty. */
final class ReceivedRows implements ReceivedCounts.Followed {

  static final String TABLE = "received_count";

  private final Database database;

  ReceivedRows(Database database) {
    this.database = database;
  }

  static void add(Handle handle, List<ReceivedCount> minutes) {
    for (ReceivedCount minute : minutes) {
      for (TimeStep step : TimeStep.values()) {
        handle.execute(
            "insert into received_count (step, start_at, messages) values (?, ?, ?)"
                + " on conflict (step, start_at) do update set"
                + " messages = received_count.messages + excluded.messages",
            step.length().toSeconds(),
            step.start(minute.minute()).toEpochMilli(),
            minute.messages());
      }
    }
  }

  /** Usage without received messages is that of an earlier version. */
  static void takeOver(Handle handle) {
    handle.execute(
        "insert into received_count (step, start_at, messages)"
            + " select step, start_at, accepted from intake_count"
            + " where accepted > 0 and exists (select 1 from usage_day)"
            + " and not exists (select 1 from received_count)");
  }

  @Override
  public long sum(TimeStep step, Instant from, Instant to) {
    return database
        .list(
            Long.class,
            "select coalesce(sum(messages), 0) from received_count"
                + " where step = ? and start_at >= ? and start_at < ?",
            step.length().toSeconds(),
            from.toEpochMilli(),
            to.toEpochMilli())
        .getFirst();
  }

  @Override
  public @Nullable Instant latestMinute() {
    return database
        .list(
            Long.class,
            "select start_at from received_count where step = ? order by start_at desc limit 1",
            TimeStep.MINUTE.length().toSeconds())
        .stream()
        .findFirst()
        .map(Instant::ofEpochMilli)
        .orElse(null);
  }
}
