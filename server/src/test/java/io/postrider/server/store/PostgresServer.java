package io.postrider.server.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL server for tests, with as many empty databases as they ask for. */
final class PostgresServer implements AutoCloseable {

  private final EmbeddedPostgres postgres;
  private final AtomicInteger count = new AtomicInteger();

  private PostgresServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static PostgresServer start() throws IOException {
    return new PostgresServer(EmbeddedPostgres.start());
  }

  DatabaseUrl newDatabase() {
    String name = "catalog_" + count.incrementAndGet();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
    return DatabaseUrl.parse(postgres.getJdbcUrl("postgres", name));
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
