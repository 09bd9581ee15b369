package io.postrider.server.catalog.sql;

import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteCatalogChangesTest extends CatalogChangesContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("catalog.db"));
  }
}
