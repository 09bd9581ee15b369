package io.postrider.server.database;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqlStatementTest extends SqlStatementContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("statements.db"));
  }
}
