package io.postrider.server.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A statement that returns rows; choose what they become. Belongs to one thread. */
public final class SqlQuery extends SqlStatement<SqlQuery> {

  private final RowMapping mapping;
  private int fetchSize;

  SqlQuery(Connection connection, ParsedSql sql, RowMapping mapping) {
    super(connection, sql);
    this.mapping = mapping;
  }

  @Override
  SqlQuery self() {
    return this;
  }

  /** Sets how many rows PostgreSQL sends at once, within a transaction; all unless it is set. */
  public SqlQuery setFetchSize(int rows) {
    fetchSize = rows;
    return this;
  }

  /** Rows that are mapped by hand. */
  public <T extends @Nullable Object> QueryRows<T> map(RowMapper<T> mapper) {
    return new QueryRows<>(this, mapper);
  }

  /** Rows as {@link RowMapping} says. */
  public <T> QueryRows<T> mapTo(Class<T> type) {
    return map(mapping.row(type));
  }

  /** All rows by the value of a column, in their order; fails if a value occurs twice. */
  public <K, V> Map<K, V> mapBy(String column, Class<K> key, Class<V> value) {
    Map<K, V> found = new LinkedHashMap<>();
    map(mapping.entry(column, key, value))
        .forEach(
            entry -> {
              if (found.put(entry.getKey(), entry.getValue()) != null) {
                throw new IllegalStateException("Several rows have the same " + column + ".");
              }
            });
    return found;
  }

  @Override
  PreparedStatement prepare() throws SQLException {
    PreparedStatement statement = super.prepare();
    try {
      if (fetchSize > 0) {
        statement.setFetchSize(fetchSize);
      }
      return statement;
    } catch (SQLException failure) {
      statement.close();
      throw failure;
    }
  }
}
