package io.postrider.server.audience;

import io.postrider.server.store.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteEngineTest extends EngineContract {

  @TempDir Path folder;

  @Override
  protected DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("profiles.db"));
  }
}
