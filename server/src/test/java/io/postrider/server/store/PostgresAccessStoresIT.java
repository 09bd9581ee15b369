package io.postrider.server.store;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

final class PostgresAccessStoresIT {

  private static PostgresServer postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = PostgresServer.start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Nested
  final class Tokens extends TokenStoreContract {

    private final DatabaseUrl url = postgres.newDatabase();

    @Override
    DatabaseUrl url() {
      return url;
    }
  }

  @Nested
  final class TheWorkspace extends WorkspaceStoreContract {

    private final DatabaseUrl url = postgres.newDatabase();

    @Override
    DatabaseUrl url() {
      return url;
    }
  }

  @Nested
  final class Audit extends AuditTrailContract {

    private final DatabaseUrl url = postgres.newDatabase();

    @Override
    DatabaseUrl url() {
      return url;
    }
  }
}
