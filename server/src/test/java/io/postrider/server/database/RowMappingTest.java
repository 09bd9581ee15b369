package io.postrider.server.database;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class RowMappingTest extends RowMappingContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("rows.db"));
  }
}
