package io.postrider.server.delivery.sql;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresReplayRequestStoreIT extends ReplayRequestStoreContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
