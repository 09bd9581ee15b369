package io.postrider.server.database;

import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresSqlStatementIT extends SqlStatementContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
