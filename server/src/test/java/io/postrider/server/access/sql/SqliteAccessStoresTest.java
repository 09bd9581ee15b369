package io.postrider.server.access.sql;

import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

final class SqliteAccessStoresTest {

  @Nested
  final class Tokens extends TokenStoreContract {

    @TempDir Path folder;

    @Override
    DatabaseUrl url() {
      return DatabaseUrl.sqlite(folder.resolve("catalog.db"));
    }
  }

  @Nested
  final class TheWorkspace extends WorkspaceStoreContract {

    @TempDir Path folder;

    @Override
    DatabaseUrl url() {
      return DatabaseUrl.sqlite(folder.resolve("catalog.db"));
    }
  }

  @Nested
  final class Audit extends AuditTrailContract {

    @TempDir Path folder;

    @Override
    DatabaseUrl url() {
      return DatabaseUrl.sqlite(folder.resolve("catalog.db"));
    }
  }
}
