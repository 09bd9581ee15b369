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
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A PostgreSQL server for the tests of one class and of those nested in it, with an empty database
 * for each test. It is registered in a static field, and runs from before the first to after the
 * last.
 */
public final class PostgresServer implements BeforeAllCallback, BeforeEachCallback {

  private final AtomicInteger count = new AtomicInteger();
  private @Nullable EmbeddedPostgres postgres;
  private @Nullable DatabaseUrl url;

  @Override
  public void beforeAll(ExtensionContext context) {
    // a nested class finds the server of the class around it; JUnit closes what it stores
    postgres =
        context
            .getStore(Namespace.create(this))
            .computeIfAbsent("server", key -> start(), EmbeddedPostgres.class);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws SQLException {
    String name = "test_" + count.incrementAndGet();
    EmbeddedPostgres server = requireNonNull(postgres);
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    url = DatabaseUrl.parse(server.getJdbcUrl("postgres", name));
  }

  /** Where the database of the test that runs is; the same place when asked again. */
  public DatabaseUrl url() {
    return requireNonNull(url);
  }

  /** The same as a setting's value. */
  public String setting() {
    return url().reveal();
  }

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
