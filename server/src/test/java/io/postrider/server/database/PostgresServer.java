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
 * An empty PostgreSQL database for each test, on one server for all tests of the process. The
 * server starts with the first test and ends with the process.
 */
public final class PostgresServer implements BeforeEachCallback {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private @Nullable DatabaseUrl url;

  @Override
  public void beforeEach(ExtensionContext context) {
    url = DatabaseUrl.parse(createDatabase());
  }

  /** Creates an empty database; returns where it is, as a setting's value. */
  public static String createDatabase() {
    String name = "test_" + COUNT.incrementAndGet();
    try (Connection connection = Shared.SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
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
