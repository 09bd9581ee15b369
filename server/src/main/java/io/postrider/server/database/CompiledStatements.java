package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs {@link SqlText} within one transaction.
 *
 * @param now the time that relative times in statements refer to
 */
public record CompiledStatements(Handle handle, Dialect dialect, Instant now) {

  /** Processes one row. */
  public interface Visiting {
    void visit(ResultSet row) throws SQLException;
  }

  public <T> List<T> list(SqlText sql, RowMapper<T> mapper) {
    List<T> rows = new ArrayList<>();
    each(sql, row -> rows.add(mapper.map(row)));
    return rows;
  }

  public void each(SqlText sql, Visiting visiting) {
    try {
      boolean _ = handle.prepared(sql.text(), statement -> visit(sql, statement, visiting));
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  public int execute(SqlText sql) {
    try {
      return handle.prepared(sql.text(), statement -> execute(sql, statement));
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  private boolean visit(SqlText sql, PreparedStatement statement, Visiting visiting)
      throws SQLException {
    sql.bindTo(statement, dialect, now);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        visiting.visit(rows);
      }
    }
    return true;
  }

  private int execute(SqlText sql, PreparedStatement statement) throws SQLException {
    sql.bindTo(statement, dialect, now);
    return statement.executeUpdate();
  }
}
