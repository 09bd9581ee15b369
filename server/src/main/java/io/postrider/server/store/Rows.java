package io.postrider.server.store;

import io.postrider.server.store.compile.Dialect;
import io.postrider.server.store.compile.SqlText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Statements that were compiled, run within a transaction. Belongs to one transaction.
 *
 * @param now what moments in statements are reckoned from
 */
record Rows(Handle handle, Dialect dialect, Instant now) {

  /** Reads one row. */
  interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Does something with one row. */
  interface Visiting {
    void visit(ResultSet row) throws SQLException;
  }

  /** Fills one statement. */
  interface Filling<T> {
    void fill(PreparedStatement statement, T one) throws SQLException;
  }

  <T> List<T> list(SqlText sql, Reading<T> reading) {
    List<T> rows = new ArrayList<>();
    each(sql, row -> rows.add(reading.read(row)));
    return rows;
  }

  void each(SqlText sql, Visiting visiting) {
    try (PreparedStatement statement = sql.prepare(handle.getConnection(), dialect, now);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        visiting.visit(rows);
      }
    } catch (SQLException failure) {
      throw new PlainSqlException(failure);
    }
  }

  int execute(SqlText sql) {
    try (PreparedStatement statement = sql.prepare(handle.getConnection(), dialect, now)) {
      return statement.executeUpdate();
    } catch (SQLException failure) {
      throw new PlainSqlException(failure);
    }
  }

  /** Runs one statement for each. */
  <T> void batch(String sql, Iterable<T> all, Filling<T> filling) {
    try (PreparedStatement statement = handle.getConnection().prepareStatement(sql)) {
      int filled = 0;
      for (T one : all) {
        filling.fill(statement, one);
        statement.addBatch();
        filled++;
      }
      if (filled > 0) {
        int[] _ = statement.executeBatch();
      }
    } catch (SQLException failure) {
      throw new PlainSqlException(failure);
    }
  }
}
