package io.postrider.server.database;

import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresTransactionsIT extends TransactionsContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
