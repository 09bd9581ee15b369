package io.postrider.server.privacy.sql;

import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteSeenStoreTest extends SeenStoreContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("seen.db"));
  }
}
