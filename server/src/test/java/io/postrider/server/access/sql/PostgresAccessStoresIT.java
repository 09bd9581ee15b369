package io.postrider.server.access.sql;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresAccessStoresIT {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Nested
  final class Tokens extends TokenStoreContract {

    @Override
    DatabaseUrl url() {
      return POSTGRES.url();
    }
  }

  @Nested
  final class TheWorkspace extends WorkspaceStoreContract {

    @Override
    DatabaseUrl url() {
      return POSTGRES.url();
    }
  }

  @Nested
  final class Audit extends AuditTrailContract {

    @Override
    DatabaseUrl url() {
      return POSTGRES.url();
    }
  }
}
