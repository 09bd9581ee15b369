package io.postrider.server.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * One open database: an SQLite file, or PostgreSQL.
 *
 * <p>May be called from any thread; every call blocks. Each call is one transaction. A read sees
 * one snapshot. Writes to an SQLite file run one after the other. A committed write survives a
 * crash, and power loss too unless the {@link SqliteFile} says otherwise.
 *
 * <p>A failure is a {@link DatabaseUnavailableException} if retrying may help and a {@link
 * DatabaseException} if not. Their texts contain neither passwords nor statement values.
 */
public final class Database implements AutoCloseable {

  private static final int SQLITE_READERS = 4;

  /** Characters of kept statements: those of 1,000 audiences for the writer, few for a reader. */
  private static final int WRITER_TEXTS = 1 << 20;

  private static final int READER_TEXTS = 1 << 17;
  private static final int SINGLE_SCHEMA_CONNECTIONS = 8;
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** How long a transaction on PostgreSQL may do nothing: its node may be frozen or gone. */
  static final Duration IDLE_TRANSACTION = Duration.ofSeconds(10);

  private final DatabaseUrl.Engine engine;
  private final @Nullable String namespace;
  private volatile Pools pools;
  private volatile Consumer<String> onDamage = damage -> {};
  private boolean closed;

  /** The connections of an open database. */
  private record Pools(Transactions reader, Transactions writer, AutoCloseable connections) {}

  /**
   * @param namespace the PostgreSQL schema that every transaction looks its tables up in; null for
   *     the connection's own
   */
  private Database(DatabaseUrl.Engine engine, Pools pools, @Nullable String namespace) {
    this.engine = engine;
    this.pools = pools;
    this.namespace = namespace;
  }

  /**
   * Connects and brings one schema up to date.
   *
   * @throws DatabaseException if the database cannot be opened, with the reason
   */
  public static Database open(DatabaseUrl url, Schema schema) {
    return open(url, schema, IDLE_TRANSACTION);
  }

  /**
   * The same.
   *
   * @param idle how long a transaction on PostgreSQL may do nothing before it is rolled back
   */
  public static Database open(DatabaseUrl url, Schema schema, Duration idle) {
    SqliteFile file = SqliteFile.of(schema);
    return opening(
        url,
        () ->
            switch (url.engine()) {
              case SQLITE -> sqlite(url, file, List.of(schema));
              case POSTGRESQL -> postgresql(url, schema, idle);
            });
  }

  /** Opens a database; the text of a failure contains the reason and no password. */
  static Database opening(DatabaseUrl url, Callable<Database> opening) {
    try {
      return opening.call();
    } catch (DatabaseException known) {
      throw known;
    } catch (Exception failure) {
      String hint = SqlFailures.isFull(failure) ? " The disk is full; free space." : "";
      throw new DatabaseException(
          url.scrub("Cannot open the database %s: %s%s".formatted(url, reasons(failure), hint)));
    }
  }

  /** Opens an SQLite file with some of its schemas. */
  static Database sqlite(DatabaseUrl url, SqliteFile file, List<Schema> schemas)
      throws SQLException {
    return new Database(DatabaseUrl.Engine.SQLITE, sqlitePools(url, file, schemas), null);
  }

  private static Pools sqlitePools(DatabaseUrl url, SqliteFile file, List<Schema> schemas)
      throws SQLException {
    DataSource writing = sqlite(url, file.writing());
    for (Schema schema : schemas) {
      schema.migrate(writing, url);
    }
    SqliteConnections writers = SqliteConnections.open(writing, 1, TIMEOUT, WRITER_TEXTS);
    SqliteConnections readers =
        SqliteConnections.open(sqlite(url, file.reading()), SQLITE_READERS, TIMEOUT, READER_TEXTS);
    return new Pools(
        new Transactions(readers),
        new Transactions(writers),
        () -> {
          readers.close();
          writers.close();
        });
  }

  /** Sets what is called, on any thread, when SQLite finds the file damaged. */
  void onDamage(Consumer<String> listener) {
    onDamage = listener;
  }

  /**
   * Replaces the file by a new one, while the database stays open: closes the connections, moves
   * the file away, and opens a new one. Transactions wait meanwhile, and fail as unavailable if
   * that takes too long.
   *
   * @throws SQLException if running transactions do not end in time, or the new file cannot be
   *     opened; the database is then closed
   */
  synchronized void replaceFile(DatabaseUrl url, SqliteFile file, Runnable moveAway)
      throws Exception {
    if (closed) {
      return;
    }
    Pools old = pools;
    pools = new Pools(old.reader(), old.writer(), () -> {});
    old.connections().close();
    moveAway.run();
    pools = sqlitePools(url, file, file.schemas());
  }

  private static DataSource sqlite(DatabaseUrl url, SQLiteConfig config) {
    config.setBusyTimeout((int) TIMEOUT.toMillis());
    SQLiteDataSource dataSource = new SQLiteDataSource(config);
    dataSource.setUrl(url.reveal());
    return dataSource;
  }

  private static Database postgresql(DatabaseUrl url, Schema schema, Duration idle)
      throws SQLException {
    PostgresPool pool = PostgresPool.open(url, SINGLE_SCHEMA_CONNECTIONS, TIMEOUT, idle);
    try {
      pool.migrate(schema, url);
    } catch (SQLException | RuntimeException failure) {
      pool.close();
      throw failure;
    }
    return postgresql(pool.shared(), pool.shared(), schema.namespace(), pool);
  }

  /** The schemas of one file in PostgreSQL, over the node's pool. */
  static Database postgresql(PostgresPool pool, DatabaseUrl url, SqliteFile file)
      throws SQLException {
    for (Schema schema : file.schemas()) {
      pool.migrate(schema, url);
    }
    ConnectionPool writing = file == SqliteFile.CURSORS ? pool.reserved() : pool.shared();
    return postgresql(pool.shared(), writing, file.namespace(), () -> {});
  }

  private static Database postgresql(
      ConnectionPool reading,
      ConnectionPool writing,
      @Nullable String namespace,
      AutoCloseable connections) {
    return new Database(
        DatabaseUrl.Engine.POSTGRESQL,
        new Pools(new Transactions(reading), new Transactions(writing), connections),
        namespace);
  }

  /** The engine, for the few statements that differ. */
  public DatabaseUrl.Engine engine() {
    return engine;
  }

  /** The SQL dialect of the engine. */
  public Dialect dialect() {
    return switch (engine) {
      case SQLITE -> Dialect.SQLITE;
      case POSTGRESQL -> Dialect.POSTGRESQL;
    };
  }

  /** Runs a read transaction on one snapshot. */
  public <T> T read(Function<Handle, T> work) {
    // not by the connection's isolation level, which takes three more round trips
    // a reader locks no row, and may wait for a client that reads what it streams
    String snapshot =
        engine == DatabaseUrl.Engine.POSTGRESQL
            ? "set transaction isolation level repeatable read;"
                + "set local idle_in_transaction_session_timeout = 0;"
            : "";
    return transaction(pools.reader(), snapshot, work);
  }

  /** Runs a write transaction: committed when this returns, rolled back when it throws. */
  public <T> T write(Function<Handle, T> work) {
    return transaction(pools.writer(), "", work);
  }

  /**
   * The same, and fails as unavailable if another transaction on PostgreSQL holds a lock for long.
   *
   * @param patience how long each statement waits for a lock
   */
  public <T> T write(Duration patience, Function<Handle, T> work) {
    String locks =
        engine == DatabaseUrl.Engine.POSTGRESQL
            ? "set local lock_timeout = " + patience.toMillis() + ";"
            : "";
    return transaction(pools.writer(), locks, work);
  }

  /** Reads the rows of one query as {@link RowMapping} says. */
  public <T> List<T> list(Class<T> type, String query, @Nullable Object... values) {
    return readOnce(handle -> handle.select(query, values).mapTo(type).list());
  }

  /** Reads the rows of one query that are not just a record. */
  public <T> List<T> list(RowMapper<T> mapper, String query, @Nullable Object... values) {
    return readOnce(handle -> handle.select(query, values).map(mapper).list());
  }

  /** Runs one statement that writes; returns how many rows it changed. */
  public int execute(String statement, @Nullable Object... values) {
    Function<Handle, Integer> work = handle -> handle.execute(statement, values);
    return namespace == null ? alone(pools.writer(), work) : write(work);
  }

  private <T> T readOnce(Function<Handle, T> query) {
    return namespace == null ? alone(pools.reader(), query) : read(query);
  }

  /**
   * Runs one statement, which is a transaction by itself unless this thread is in one: a single
   * round trip.
   */
  private <T> T alone(Transactions transactions, Function<Handle, T> statement) {
    try {
      return transactions.alone(statement);
    } catch (UncheckedSqlException failure) {
      throw translated(failure.getCause());
    }
  }

  /**
   * Runs a transaction, or joins that of this thread.
   *
   * @param first what it begins with
   */
  private <T> T transaction(Transactions transactions, String first, Function<Handle, T> work) {
    try {
      return transactions.run(handle -> begin(handle, first), work);
    } catch (UncheckedSqlException failure) {
      throw translated(failure.getCause());
    }
  }

  /** Sends what a transaction begins with, in one round trip. */
  private void begin(Handle handle, String first) {
    String statements = namespace == null ? first : first + "set local search_path to " + namespace;
    if (!statements.isEmpty()) {
      int _ = handle.execute(statements);
    }
  }

  /** The same for work without a result. */
  public void change(Consumer<Handle> work) {
    boolean _ =
        write(
            handle -> {
              work.accept(handle);
              return true;
            });
  }

  /** Runs several writes of this thread in one transaction: each {@link #write} joins it. */
  public void inTransaction(Runnable writes) {
    change(handle -> writes.run());
  }

  /**
   * Truncates the WAL of an SQLite file, which may still hold deleted rows. Does nothing on
   * PostgreSQL. While another connection reads from the WAL it stays until the file is closed.
   */
  public void dropJournal() {
    if (engine() == DatabaseUrl.Engine.POSTGRESQL) {
      return;
    }
    List<Integer> _ =
        alone(
            pools.writer(),
            handle -> handle.select("pragma wal_checkpoint(truncate)").mapTo(Integer.class).list());
  }

  /** The failure without the statement and its values. */
  private RuntimeException translated(SQLException failure) {
    if (SqlFailures.isDamage(failure)) {
      onDamage.accept(String.valueOf(failure.getMessage()));
    }
    if (SqlFailures.isFull(failure)) {
      return new DatabaseUnavailableException(
          "The disk of the database is full; free space. It reports: " + failure.getMessage(),
          true);
    }
    return SqlFailures.isTransient(failure)
        ? new DatabaseUnavailableException("The database is unavailable: " + failure.getMessage())
        : new DatabaseException(
            "The database reports an error (%s): %s"
                .formatted(failure.getSQLState(), failure.getMessage()));
  }

  private static String reasons(Throwable failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      text.append(": ").append(cause.getMessage());
    }
    return text.toString();
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      pools.connections().close();
    } catch (Exception failure) {
      throw new DatabaseException("The database did not close cleanly: " + failure.getMessage());
    }
  }
}
