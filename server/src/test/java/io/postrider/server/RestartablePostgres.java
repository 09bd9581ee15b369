package io.postrider.server;

import static java.util.Objects.requireNonNull;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server that a test can stop and start again; its data and its port stay. Confined to
 * the test's thread.
 */
final class RestartablePostgres implements AutoCloseable {

  private final Path folder;
  private final Map<String, String> settings;
  private @Nullable EmbeddedPostgres server;
  private int port;

  RestartablePostgres(Path folder) {
    this(folder, Map.of());
  }

  RestartablePostgres(Path folder, Map<String, String> settings) {
    this.folder = folder;
    this.settings = settings;
  }

  /** Starts the server and waits until it serves. */
  void start() {
    try {
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder().setDataDirectory(folder).setCleanDataDirectory(false);
      // the default of PostgreSQL, though not of this library: a crash loses no commit
      builder.setServerConfig("synchronous_commit", "on");
      settings.forEach(builder::setServerConfig);
      server = (port == 0 ? builder : builder.setPort(port)).start();
      port = server.getPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Stops the server at once; connections break. */
  void stop() {
    EmbeddedPostgres running = server;
    server = null;
    try {
      if (running != null) {
        running.close();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Kills the server with SIGKILL; its other processes end when they notice. */
  void kill() {
    try {
      long pid = Long.parseLong(Files.readAllLines(folder.resolve("postmaster.pid")).getFirst());
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  int port() {
    return port;
  }

  /** Where the database is, as a setting's value. */
  String setting() {
    return requireNonNull(server).getJdbcUrl("postgres", "postgres");
  }

  /** Runs a statement. */
  void execute(String statement) {
    try (Connection connection = DriverManager.getConnection(setting());
        Statement run = connection.createStatement()) {
      run.execute(statement);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The number that a query returns. */
  long number(String query) {
    try (Connection connection = DriverManager.getConnection(setting());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Lets the server write another file of its log; returns whether it still serves. */
  boolean switchesLog() {
    try (Connection connection = DriverManager.getConnection(setting());
        Statement run = connection.createStatement()) {
      run.execute("select pg_logical_emit_message(false, 'test', 'more'), pg_switch_wal()");
      return true;
    } catch (SQLException gone) {
      return false;
    }
  }

  /** The sum of the positions to which deliveries are saved. */
  long savedPositions() {
    return number("select sum(position) from delivery_position");
  }

  @Override
  public void close() {
    stop();
  }
}
