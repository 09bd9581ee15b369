package io.postrider.server.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

final class PostgresCursorStoreIT extends CursorStoreContract {

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static EmbeddedPostgres postgres;
  private String name;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  @Override
  void open() {
    if (name == null) {
      name = "cursor_" + COUNT.incrementAndGet();
      try (Connection connection = postgres.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("create database " + name);
      } catch (SQLException failure) {
        throw new IllegalStateException(failure);
      }
    }
    super.open();
  }

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.parse(postgres.getJdbcUrl("postgres", name));
  }
}
