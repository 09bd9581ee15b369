package io.postrider.server.alerts.sql;

import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteNotificationStoreTest extends NotificationStoreContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("notification.db"));
  }
}
