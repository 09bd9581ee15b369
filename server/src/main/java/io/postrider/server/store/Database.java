package io.postrider.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.postrider.server.store.compile.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * One open database with one schema: an SQLite file, or PostgreSQL.
 *
 * <p>May be called from any thread; every call blocks. Each piece of work is one transaction: a
 * read sees one moment, writes to an SQLite file run one after the other. A committed write
 * survives a crash, and the loss of power too unless the {@link Schema} says otherwise.
 *
 * <p>A failure is a {@link DatabaseUnavailableException} where waiting may help and a {@link
 * DatabaseException} where it cannot; their texts repeat neither passwords nor statement values.
 */
public final class Database implements AutoCloseable {

  private static final int SQLITE_READERS = 4;
  private static final int POSTGRESQL_CONNECTIONS = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Jdbi reader;
  private final Jdbi writer;
  private final TransactionIsolationLevel snapshot;
  private final AutoCloseable connections;
  private final Dialect dialect;

  private Database(
      Jdbi reader,
      Jdbi writer,
      TransactionIsolationLevel snapshot,
      Dialect dialect,
      AutoCloseable connections) {
    this.dialect = dialect;
    this.reader = reader;
    this.writer = writer;
    this.snapshot = snapshot;
    this.connections = connections;
  }

  /**
   * Connects and brings the schema up to date.
   *
   * @throws DatabaseException if the database cannot be opened, with the reason
   */
  public static Database open(DatabaseUrl url, Schema schema) {
    try {
      return switch (url.engine()) {
        case SQLITE -> openSqlite(url, schema);
        case POSTGRESQL -> openPostgresql(url, schema);
      };
    } catch (SQLException | RuntimeException failure) {
      if (failure instanceof DatabaseException known) {
        throw known;
      }
      throw new DatabaseException(
          url.scrub("The database %s cannot be opened: %s".formatted(url, reasons(failure))));
    }
  }

  private static Database openSqlite(DatabaseUrl url, Schema schema) throws SQLException {
    DataSource writing = sqlite(url, schema, false);
    schema.migrate(writing, url);
    SqliteConnections writers = SqliteConnections.open(writing, 1, PATIENCE);
    SqliteConnections readers =
        SqliteConnections.open(sqlite(url, schema, true), SQLITE_READERS, PATIENCE);
    return new Database(
        Jdbi.create(readers),
        Jdbi.create(writers),
        TransactionIsolationLevel.SERIALIZABLE,
        Dialect.SQLITE,
        () -> {
          readers.close();
          writers.close();
        });
  }

  private static DataSource sqlite(DatabaseUrl url, Schema schema, boolean readOnly) {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setBusyTimeout((int) PATIENCE.toMillis());
    if (!readOnly) {
      config.setJournalMode(SQLiteConfig.JournalMode.WAL);
      config.setSynchronous(
          schema.synced()
              ? SQLiteConfig.SynchronousMode.FULL
              : SQLiteConfig.SynchronousMode.NORMAL);
      config.enforceForeignKeys(true);
      config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    }
    SQLiteDataSource dataSource = new SQLiteDataSource(config);
    dataSource.setUrl(url.reveal());
    return dataSource;
  }

  private static Database openPostgresql(DatabaseUrl url, Schema schema) throws SQLException {
    PGSimpleDataSource server = new PGSimpleDataSource();
    server.setConnectTimeout((int) PATIENCE.toSeconds());
    server.setSocketTimeout(30);
    server.setApplicationName("postrider");
    server.setLogServerErrorDetail(false);
    server.setUrl(url.reveal());
    server.getConnection().close();

    HikariConfig config = new HikariConfig();
    config.setDataSource(server);
    config.setPoolName("postgresql");
    config.setMaximumPoolSize(POSTGRESQL_CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE.toMillis());
    HikariDataSource pool = new HikariDataSource(config);
    try {
      schema.migrate(pool, url);
    } catch (SQLException | RuntimeException failure) {
      pool.close();
      throw failure;
    }
    Jdbi jdbi = Jdbi.create(pool);
    return new Database(jdbi, jdbi, TransactionIsolationLevel.REPEATABLE_READ, Dialect.POSTGRESQL, pool);
  }

  /** What its engine says in its own way. */
  Dialect dialect() {
    return dialect;
  }

  /** Runs work that only reads, all of it at one moment. */
  <T> T read(HandleCallback<T, RuntimeException> work) {
    try {
      return reader.inTransaction(snapshot, work);
    } catch (JdbiException failure) {
      throw translated(failure);
    }
  }

  /** Runs work that writes; it is kept whole when this returns, and not at all when it throws. */
  <T> T write(HandleCallback<T, RuntimeException> work) {
    try {
      return writer.inTransaction(work);
    } catch (JdbiException failure) {
      throw translated(failure);
    }
  }

  /** The failure without the statement and its values, which Jdbi's own text repeats. */
  private static RuntimeException translated(JdbiException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return SqlFailures.mayPass(sql)
            ? new DatabaseUnavailableException("The database is away: " + sql.getMessage())
            : new DatabaseException(
                "The database refused (%s): %s".formatted(sql.getSQLState(), sql.getMessage()));
      }
    }
    return new DatabaseException("A statement failed: " + failure.getClass().getSimpleName());
  }

  private static String reasons(Throwable failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      text.append(": ").append(cause.getMessage());
    }
    return text.toString();
  }

  @Override
  public void close() {
    try {
      connections.close();
    } catch (Exception failure) {
      throw new DatabaseException("The database did not close cleanly: " + failure.getMessage());
    }
  }
}
