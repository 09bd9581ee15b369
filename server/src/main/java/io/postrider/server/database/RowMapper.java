package io.postrider.server.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Makes a value of a row. */
@FunctionalInterface
public interface RowMapper<T extends @Nullable Object> {

  T map(ResultSet row) throws SQLException;

  /** The mapper for the columns of a result, which looks them up once for all rows. */
  default RowMapper<T> specialize(ResultSet rows) throws SQLException {
    return this;
  }
}
