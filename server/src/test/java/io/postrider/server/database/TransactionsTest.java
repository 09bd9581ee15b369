package io.postrider.server.database;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class TransactionsTest extends TransactionsContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("transactions.db"));
  }
}
