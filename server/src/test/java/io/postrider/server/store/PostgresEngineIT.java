package io.postrider.server.store;

import io.postrider.server.audience.EngineContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class PostgresEngineIT extends EngineContract {

  private static PostgresServer postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = PostgresServer.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Override
  protected DatabaseUrl url() {
    return postgres.newDatabase();
  }
}
