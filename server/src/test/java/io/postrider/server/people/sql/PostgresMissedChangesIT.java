package io.postrider.server.people.sql;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import io.postrider.server.people.audience.MissedChangesContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresMissedChangesIT extends MissedChangesContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  protected DatabaseUrl url() {
    return POSTGRES.url();
  }
}
