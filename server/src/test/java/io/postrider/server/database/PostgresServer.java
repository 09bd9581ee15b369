package io.postrider.server.database;

import static java.util.Objects.requireNonNull;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A PostgreSQL database for each test, on one server for all tests of the process. It has all
 * tables, without rows, unless the test wants none: to copy migrated tables takes a fraction of the
 * time that migrating takes. The server starts with the first test and ends with the process.
 */
public final class PostgresServer implements BeforeEachCallback {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final boolean isMigrated;
  private @Nullable DatabaseUrl url;

  public PostgresServer() {
    this(true);
  }

  private PostgresServer(boolean isMigrated) {
    this.isMigrated = isMigrated;
  }

  /** For tests that migrate: databases without tables. */
  public static PostgresServer withoutTables() {
    return new PostgresServer(false);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    url = DatabaseUrl.parse(isMigrated ? createDatabase() : createEmptyDatabase());
  }

  /** Creates a database with all tables; returns where it is, as a setting's value. */
  public static String createDatabase() {
    return create("test_" + COUNT.incrementAndGet(), Migrated.NAME);
  }

  private static String createEmptyDatabase() {
    return create("test_" + COUNT.incrementAndGet(), "template1");
  }

  private static String create(String name, String template) {
    try (Connection connection = Shared.SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name + " template " + template);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
    return Shared.SERVER.getJdbcUrl("postgres", name);
  }

  /** Where the database of the test that runs is; the same place when asked again. */
  public DatabaseUrl url() {
    return requireNonNull(url);
  }

  /** The same as a setting's value. */
  public String setting() {
    return url().reveal();
  }

  /** A database with the tables of all schemas, to copy. */
  private static final class Migrated {

    static final String NAME = migrate("migrated");

    private static String migrate(String name) {
      DatabaseUrl url = DatabaseUrl.parse(create(name, "template1"));
      for (Schema schema : MigrationsTest.schemas()) {
        Database.open(url, schema).close();
      }
      return name;
    }
  }

  /** Initialized when a test first needs it. */
  private static final class Shared {

    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.start(); // which also ends it with the process
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
