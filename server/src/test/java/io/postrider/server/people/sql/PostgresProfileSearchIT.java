package io.postrider.server.people.sql;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import io.postrider.server.people.audience.ProfileSearchContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresProfileSearchIT extends ProfileSearchContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  protected DatabaseUrl url() {
    return POSTGRES.url();
  }
}
