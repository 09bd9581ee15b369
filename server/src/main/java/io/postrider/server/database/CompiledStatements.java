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
    try (PreparedStatement statement = sql.prepare(handle.connection(), dialect, now);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        visiting.visit(rows);
      }
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  public int execute(SqlText sql) {
    try (PreparedStatement statement = sql.prepare(handle.connection(), dialect, now)) {
      return statement.executeUpdate();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }
}
