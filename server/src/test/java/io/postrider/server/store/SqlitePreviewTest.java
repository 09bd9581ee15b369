package io.postrider.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqlitePreviewTest extends PreviewContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("profiles.db"));
  }
}
