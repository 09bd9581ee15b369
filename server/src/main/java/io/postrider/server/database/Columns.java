package io.postrider.server.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Columns that may be null, and times, which are milliseconds since 1970. */
public final class Columns {

  private Columns() {}

  public static @Nullable Integer integer(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : (Integer) value;
  }

  public static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(value);
  }

  public static @Nullable Long millis(@Nullable Instant time) {
    return time == null ? null : (Long) time.toEpochMilli();
  }
}
