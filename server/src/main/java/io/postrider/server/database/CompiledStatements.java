package io.postrider.server.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Runs {@link SqlText} within one transaction.
 *
 * @param now the time that relative times in statements refer to
 */
public record CompiledStatements(Handle handle, Dialect dialect, Instant now) {

  /** Reads one row. */
  public interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Processes one row. */
  public interface Visiting {
    void visit(ResultSet row) throws SQLException;
  }

  public <T> List<T> list(SqlText sql, Reading<T> reading) {
    List<T> rows = new ArrayList<>();
    each(sql, row -> rows.add(reading.read(row)));
    return rows;
  }

  public void each(SqlText sql, Visiting visiting) {
    try (PreparedStatement statement = sql.prepare(handle.getConnection(), dialect, now);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        visiting.visit(rows);
      }
    } catch (SQLException failure) {
      throw new PlainSqlException(failure);
    }
  }

  public int execute(SqlText sql) {
    try (PreparedStatement statement = sql.prepare(handle.getConnection(), dialect, now)) {
      return statement.executeUpdate();
    } catch (SQLException failure) {
      throw new PlainSqlException(failure);
    }
  }
}
