package io.postrider.server.store;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

final class PostgresCompiledDefinitionsIT extends CompiledDefinitionsContract {

  private static PostgresServer postgres;
  private DatabaseUrl url;

  @BeforeAll
  static void start() throws IOException {
    postgres = PostgresServer.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  @Override
  void open() {
    if (url == null) {
      url = postgres.newDatabase();
    }
    super.open();
  }

  @Override
  DatabaseUrl url() {
    return url;
  }
}
