package io.postrider.server.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Makes a value of a column, by its number. */
@FunctionalInterface
interface ColumnMapper<T> {

  @Nullable T map(ResultSet row, int column) throws SQLException;
}
