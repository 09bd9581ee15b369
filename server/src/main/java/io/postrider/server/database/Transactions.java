package io.postrider.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Transactions over a pool of connections.
 *
 * <p>May be called from any thread. A thread has one handle at a time: what it starts within a
 * transaction joins it. A failure of JDBC is an {@link UncheckedSqlException}.
 */
final class Transactions {

  private final ConnectionPool pool;
  private final ParsedStatements statements = new ParsedStatements();
  private final RowMapping mapping = new RowMapping();

  @SuppressWarnings("ThreadLocalUsage") // each of the few pools has its own
  private final ThreadLocal<Handle> current = new ThreadLocal<>();

  Transactions(ConnectionPool pool) {
    this.pool = pool;
  }

  /**
   * Runs work in a transaction, or in that of this thread.
   *
   * @param begin what a new transaction begins with
   */
  <T extends @Nullable Object> T run(Consumer<Handle> begin, Function<Handle, T> work) {
    return alone(
        handle ->
            handle.isInTransaction() ? work.apply(handle) : handle.inTransaction(begin, work));
  }

  /** Runs work whose statements are transactions by themselves, unless this thread is in one. */
  <T extends @Nullable Object> T alone(Function<Handle, T> work) {
    Handle joined = current.get();
    if (joined != null) {
      return work.apply(joined);
    }
    try (Lease lease = new Lease()) {
      T result = work.apply(lease.handle);
      DatabaseUse.succeeded();
      return result;
    } catch (SQLException failure) {
      throw new UncheckedSqlException(failure);
    }
  }

  /** A connection of the pool, in use by this thread. */
  private final class Lease implements AutoCloseable {

    private final Handle handle;

    Lease() throws SQLException {
      Connection connection = pool.take();
      handle = new Handle(connection, pool.statements(connection), statements, mapping);
      current.set(handle);
    }

    @Override
    public void close() throws SQLException {
      current.remove();
      pool.giveBack(handle.connection());
    }
  }
}
