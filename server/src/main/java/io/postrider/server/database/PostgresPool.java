package io.postrider.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The connections of a node to PostgreSQL, shared by all schemas.
 *
 * <p>May be called from any thread. Most work takes {@link #shared} connections, first come first
 * served, and leaves {@value #RESERVED} of the pool free for {@link #reserved} ones: a flush of
 * delivery cursors gets a connection at once, however many admin requests and followers wait.
 *
 * <p>A node that is frozen, or whose machine is gone, keeps the row locks of its transactions, and
 * others wait for these rows. So the server ends a transaction that does nothing for a while.
 */
final class PostgresPool implements AutoCloseable {

  /** Connections that shared work leaves free. */
  static final int RESERVED = 2;

  /** The driver would log, in a form of its own, what its exceptions say too. */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  private final PGSimpleDataSource server;
  private final HikariDataSource pool;
  private final Semaphore shared;
  private final Duration patience;

  private PostgresPool(
      PGSimpleDataSource server, HikariDataSource pool, int size, Duration patience) {
    this.server = server;
    this.pool = pool;
    this.shared = new Semaphore(size - RESERVED, true);
    this.patience = patience;
  }

  /**
   * Connects.
   *
   * @param size the most connections that are open at once
   * @param patience how long work waits for a connection before it fails
   * @param idle how long a transaction may do nothing before the server ends its connection
   */
  static PostgresPool open(DatabaseUrl url, int size, Duration patience, Duration idle)
      throws SQLException {
    PGSimpleDataSource server = new PGSimpleDataSource();
    server.setConnectTimeout((int) patience.toSeconds());
    server.setSocketTimeout(30);
    server.setApplicationName("postrider");
    server.setLogServerErrorDetail(false);
    server.setTargetServerType("primary"); // of several hosts; the URL may say otherwise
    server.setUrl(url.reveal());
    server.getConnection().close();

    HikariConfig config = new HikariConfig();
    config.setDataSource(server);
    config.setPoolName("postgresql");
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(RESERVED);
    config.setConnectionTimeout(patience.toMillis());
    // once for each connection, not for each transaction; poolers refuse it as a startup parameter
    config.setConnectionInitSql("set idle_in_transaction_session_timeout = " + idle.toMillis());
    config.setExceptionOverride(new UselessConnection());
    return new PostgresPool(server, new HikariDataSource(config), size, patience);
  }

  /**
   * Drops a connection that the server has ended, and one to a server that has become a standby:
   * the next one finds the primary.
   */
  private static final class UselessConnection implements SQLExceptionOverride {

    private static final Set<String> STATES =
        Set.of(SqlFailures.READ_ONLY, SqlFailures.IDLE_IN_TRANSACTION);

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
      return failure.getSQLState() != null && STATES.contains(failure.getSQLState())
          ? SQLExceptionOverride.Override.MUST_EVICT
          : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
  }

  /**
   * Migrates a schema. One at a time, because a migration takes several connections at once. They
   * are not those of the pool: one of them holds a lock and does nothing meanwhile.
   */
  synchronized void migrate(Schema schema, DatabaseUrl url) throws SQLException {
    schema.migrate(pool, server, url);
  }

  /** Connections for all work that can wait. */
  ConnectionPool shared() {
    return new ConnectionPool() {
      @Override
      public Connection take() throws SQLException {
        awaitTurn();
        try {
          return pool.getConnection();
        } catch (SQLException | RuntimeException failure) {
          shared.release();
          throw failure;
        }
      }

      @Override
      public void giveBack(Connection connection) throws SQLException {
        try {
          connection.close();
        } finally {
          shared.release();
        }
      }
    };
  }

  /** Connections for short writes that must not wait behind other work. */
  ConnectionPool reserved() {
    return pool::getConnection;
  }

  private void awaitTurn() throws SQLException {
    try {
      if (!shared.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SQLTransientConnectionException("no connection became free in " + patience);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for a connection");
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
