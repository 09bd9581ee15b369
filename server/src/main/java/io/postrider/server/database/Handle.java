package io.postrider.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A connection during a transaction: runs statements. Belongs to the thread of the transaction, and
 * must not be used after it.
 */
public final class Handle {

  private final Connection connection;
  private final StatementCache prepared;
  private final ParsedStatements statements;
  private final RowMapping mapping;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private boolean inTransaction;

  Handle(
      Connection connection,
      StatementCache prepared,
      ParsedStatements statements,
      RowMapping mapping) {
    this.connection = connection;
    this.prepared = prepared;
    this.statements = statements;
    this.mapping = mapping;
  }

  /** A query with the values of each {@code ?}, or with names to bind. */
  public SqlQuery select(String sql, @Nullable Object... values) {
    SqlQuery query = new SqlQuery(connection, statements.parse(sql), mapping);
    if (values.length > 0) {
      query.bindings().bindAll(values);
    }
    return query;
  }

  /** Runs a statement with the values of each {@code ?}; returns how many rows it changed. */
  public int execute(String sql, @Nullable Object... values) {
    SqlUpdate update = createUpdate(sql);
    update.bindings().bindAll(values);
    return update.execute();
  }

  /** A statement that writes, with names to bind. */
  public SqlUpdate createUpdate(String sql) {
    return new SqlUpdate(connection, statements.parse(sql));
  }

  /** A statement to run for many rows. */
  public PreparedBatch prepareBatch(String sql) {
    return new PreparedBatch(connection, statements.parse(sql));
  }

  /** Uses a statement of plain JDBC that stays prepared for the next time. */
  <T extends @Nullable Object> T prepared(String sql, StatementCache.Use<T> use)
      throws SQLException {
    return prepared.use(sql, use);
  }

  /** The connection, for plain JDBC. */
  public Connection connection() {
    return connection;
  }

  /** Runs something on this thread when the transaction is committed; not if it is rolled back. */
  public void afterCommit(Runnable action) {
    if (!inTransaction) {
      throw new IllegalStateException("no transaction");
    }
    afterCommit.add(action);
  }

  boolean isInTransaction() {
    return inTransaction;
  }

  /**
   * Commits what some work does, or rolls it back if the work or the commit fails.
   *
   * @param begin runs first
   */
  <T extends @Nullable Object> T inTransaction(Consumer<Handle> begin, Function<Handle, T> work) {
    try {
      T result = committed(begin, work);
      for (Runnable action : List.copyOf(afterCommit)) {
        action.run();
      }
      return result;
    } finally {
      afterCommit.clear();
    }
  }

  private <T extends @Nullable Object> T committed(
      Consumer<Handle> begin, Function<Handle, T> work) {
    try {
      connection.setAutoCommit(false);
      inTransaction = true;
      begin.accept(this);
      T result = work.apply(this);
      connection.commit();
      connection.setAutoCommit(true);
      return result;
    } catch (SQLException failure) {
      rollBack(failure);
      throw new UncheckedSqlException(failure);
    } catch (RuntimeException | Error failure) {
      rollBack(failure);
      throw failure;
    } finally {
      inTransaction = false;
    }
  }

  private void rollBack(Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException another) {
      failure.addSuppressed(another);
    }
    try {
      connection.setAutoCommit(true);
    } catch (SQLException another) {
      failure.addSuppressed(another);
    }
  }
}
