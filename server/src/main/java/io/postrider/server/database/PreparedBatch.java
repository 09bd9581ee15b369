package io.postrider.server.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A statement that runs once for each row of values, and tells how many rows each run changed.
 *
 * <p>Belongs to one thread. All rows wait for {@link #execute}; {@link RowBatch} is for more of
 * them than the memory should hold.
 */
public final class PreparedBatch extends SqlStatement<PreparedBatch> implements AutoCloseable {

  private final PreparedStatement statement;
  private int rows;

  PreparedBatch(Connection connection, ParsedSql sql) {
    super(connection, sql);
    try {
      statement = prepare();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  @Override
  PreparedBatch self() {
    return this;
  }

  /** Adds a row with its values in order. */
  public void add(@Nullable Object... values) {
    bindings().bindAll(values);
    add();
  }

  /** Adds a row with the values that were bound since the last one. */
  public void add() {
    try {
      bindings().set(statement);
      statement.addBatch();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
    bindings().clear();
    rows++;
  }

  /** Runs the statement for the rows; returns how many rows each run changed. */
  public int[] execute() {
    if (rows == 0) {
      return new int[0];
    }
    rows = 0;
    try {
      return statement.executeBatch();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  @Override
  public void close() {
    try {
      statement.close();
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }
}
