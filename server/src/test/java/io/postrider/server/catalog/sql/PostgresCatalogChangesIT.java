package io.postrider.server.catalog.sql;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresCatalogChangesIT extends CatalogChangesContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
