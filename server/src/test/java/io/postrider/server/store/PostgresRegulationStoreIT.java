package io.postrider.server.store;

import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresRegulationStoreIT extends RegulationStoreContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
