package io.postrider.server.usage.sql;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.database.CountedSince;
import io.postrider.server.database.Database;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.usage.DailyCalls;
import io.postrider.server.usage.ReceivedCounts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads usage counts from SQL. May be called from any thread. */
public final class SqlUsageReports implements DailyCalls {

  private final Database database;

  /** Reads a database that was opened with {@link Schema#USAGE}. */
  public SqlUsageReports(Database database) {
    this.database = database;
  }

  @Override
  public List<Row> rows(Range range, @Nullable Place after, int most) {
    StringBuilder sql = new StringBuilder("select * from usage_day where day >= ? and day <= ?");
    List<Object> values = new ArrayList<>();
    values.add(range.from().toEpochDay());
    values.add(range.to().toEpochDay());
    if (range.source() != null) {
      sql.append(" and source = ?");
      values.add(range.source().bits());
    }
    if (after != null) {
      sql.append(" and (day, source, type) > (?, ?, ?)");
      values.addAll(List.of(after.day().toEpochDay(), after.source().bits(), after.typeCode()));
    }
    sql.append(" order by day, source, type limit ?");
    values.add(most);
    return database.list(SqlUsageReports::row, sql.toString(), values.toArray());
  }

  private static Row row(ResultSet row) throws SQLException {
    int code = row.getInt("type");
    return new Row(
        new Place(
            LocalDate.ofEpochDay(row.getLong("day")), new SourceId(row.getLong("source")), code),
        MessageType.ofCode(code).map(MessageType::wireName).orElse("unknown"),
        row.getLong("calls"),
        row.getLong("filtered"),
        row.getLong("filtered_counted"));
  }

  /**
   * The first day with calls may be counted in part: its log began later, or deleted a part first.
   * Days are stored for longer than the statistics, but those are more exact.
   */
  @Override
  public @Nullable Instant since(Instant now) {
    Instant counted = new CountedSince(database).of(TimeStep.HOUR, now);
    Instant nextDay =
        database.list(Long.class, "select day from usage_day order by day limit 1").stream()
            .map(day -> LocalDate.ofEpochDay(day + 1).atStartOfDay(ZoneOffset.UTC).toInstant())
            .filter(start -> !start.isAfter(now))
            .findFirst()
            .orElse(null);
    return nextDay == null || (counted != null && counted.isBefore(nextDay)) ? counted : nextDay;
  }

  /** The messages that were received, by the minute and the hour. */
  public ReceivedCounts.Followed received() {
    return new ReceivedRows(database);
  }

  /** Every source that has counted calls, including deleted ones. */
  public List<SourceId> sources() {
    return database.list(SourceId.class, "select distinct source from usage_day");
  }

  /** The counted events of a source. */
  public SeenEvents.Known events(SourceId source) {
    List<SeenEvents.Seen> all =
        database.list(
            SqlUsageReports::seen, "select * from seen_event where source = ?", source.bits());
    return new SeenEvents.Known(
        all.stream().filter(seen -> !seen.event().isEmpty()).toList(),
        all.stream().filter(seen -> seen.event().isEmpty()).findFirst().orElse(null));
  }

  private static SeenEvents.Seen seen(ResultSet row) throws SQLException {
    return new SeenEvents.Seen(
        ExactText.read(row.getString("event"), row.getBytes("event_exact")),
        row.getLong("calls"),
        row.getLong("filtered"),
        Instant.ofEpochMilli(row.getLong("first_seen_at")),
        Instant.ofEpochMilli(row.getLong("last_seen_at")));
  }
}
