package io.postrider.server.alerts.sql;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresNotificationStoreIT extends NotificationStoreContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }
}
