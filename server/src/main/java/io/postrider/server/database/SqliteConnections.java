package io.postrider.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A pool with a fixed number of connections to one SQLite file.
 *
 * <p>May be called from any thread. A pool of one makes a single writer: others wait here, in order
 * and for a limited time, instead of in SQLite's busy loop.
 */
final class SqliteConnections implements ConnectionPool, AutoCloseable {

  private final BlockingQueue<Connection> idle;
  private final IdentityHashMap<Connection, StatementCache> statements = new IdentityHashMap<>();
  private final int size;
  private final Duration patience;

  private SqliteConnections(int size, Duration patience) {
    this.idle = new ArrayBlockingQueue<>(size, true);
    this.size = size;
    this.patience = patience;
  }

  /**
   * @param kept the most characters of all statements that one connection keeps prepared
   */
  static SqliteConnections open(DataSource file, int size, Duration patience, int kept)
      throws SQLException {
    SqliteConnections connections = new SqliteConnections(size, patience);
    for (int i = 0; i < size; i++) {
      Connection connection = file.getConnection();
      connections.statements.put(connection, new StatementCache(connection, kept));
      connections.idle.add(connection);
    }
    return connections;
  }

  @Override
  public Connection take() throws SQLException {
    try {
      Connection connection = idle.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (connection == null) {
        throw new SQLTransientConnectionException("no connection became free in " + patience);
      }
      return connection;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted");
    }
  }

  @Override
  public StatementCache statements(Connection connection) {
    return Objects.requireNonNull(statements.get(connection));
  }

  @Override
  public void giveBack(Connection connection) {
    idle.add(connection);
  }

  /** Closes all connections; waits for those in use, up to the timeout. */
  @Override
  public void close() throws SQLException {
    SQLException first = null;
    for (int i = 0; i < size; i++) {
      try {
        take().close();
      } catch (SQLException failure) {
        first = first == null ? failure : first;
      }
    }
    if (first != null && !SqlFailures.isDamage(first)) {
      throw first;
    }
  }
}
