package io.postrider.server.people.sql;

import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqlitePreviewTest extends PreviewContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("profiles.db"));
  }
}
