package io.postrider.server.cluster;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresLeaseIT extends LeaseContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
