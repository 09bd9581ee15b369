package io.postrider.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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

  /** For a large file: pages in memory, bytes mapped, and pages of its journal. */
  private static final int LARGE_CACHE_KIB = 64 * 1024;

  private static final long LARGE_MAPPED_BYTES = 1L << 30;
  private static final int LARGE_JOURNAL_PAGES = 4 * 1024;

  private final DatabaseUrl.Engine engine;
  private final Jdbi reader;
  private final Jdbi writer;
  private final TransactionIsolationLevel snapshot;
  private final AutoCloseable connections;

  private Database(
      DatabaseUrl.Engine engine,
      Jdbi reader,
      Jdbi writer,
      TransactionIsolationLevel snapshot,
      AutoCloseable connections) {
    this.engine = engine;
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
        DatabaseUrl.Engine.SQLITE,
        Jdbi.create(readers),
        Jdbi.create(writers),
        TransactionIsolationLevel.SERIALIZABLE,
        () -> {
          readers.close();
          writers.close();
        });
  }

  private static DataSource sqlite(DatabaseUrl url, Schema schema, boolean readOnly) {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setBusyTimeout((int) PATIENCE.toMillis());
    if (schema.large()) {
      config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, Long.toString(LARGE_MAPPED_BYTES));
    }
    if (!readOnly) {
      if (schema.overwritesDeleted()) {
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
      }
      config.setJournalMode(SQLiteConfig.JournalMode.WAL);
      config.setSynchronous(
          schema.synced()
              ? SQLiteConfig.SynchronousMode.FULL
              : SQLiteConfig.SynchronousMode.NORMAL);
      config.enforceForeignKeys(true);
      config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
      if (schema.large()) {
        // what is deleted is overwritten wherever its page is written anyway
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "fast");
        config.setCacheSize(-LARGE_CACHE_KIB);
        String pages = Integer.toString(LARGE_JOURNAL_PAGES);
        config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, pages);
      }
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
    return new Database(
        DatabaseUrl.Engine.POSTGRESQL, jdbi, jdbi, TransactionIsolationLevel.REPEATABLE_READ, pool);
  }

  /** Which database it is, for the few statements that have to be told apart. */
  public DatabaseUrl.Engine engine() {
    return engine;
  }

  /** How it says what the two say differently. */
  public Dialect dialect() {
    return switch (engine) {
      case SQLITE -> Dialect.SQLITE;
      case POSTGRESQL -> Dialect.POSTGRESQL;
    };
  }

  /** Runs work that only reads, all of it at one moment. */
  public <T> T read(HandleCallback<T, RuntimeException> work) {
    try {
      return reader.inTransaction(snapshot, work);
    } catch (JdbiException failure) {
      throw translated(failure);
    }
  }

  /** Runs work that writes; it is kept whole when this returns, and not at all when it throws. */
  public <T> T write(HandleCallback<T, RuntimeException> work) {
    try {
      return writer.inTransaction(work);
    } catch (JdbiException failure) {
      throw translated(failure);
    }
  }

  /**
   * Has an SQLite file drop its journal, which may still hold what was deleted. Nothing happens
   * where there is none, and while somebody reads from it; then it goes when the file is closed.
   */
  public void dropJournal() {
    if (engine() == DatabaseUrl.Engine.POSTGRESQL) {
      return;
    }
    try {
      writer.useHandle(
          handle -> handle.createQuery("pragma wal_checkpoint(truncate)").mapToMap().list());
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
