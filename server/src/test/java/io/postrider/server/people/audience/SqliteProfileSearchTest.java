package io.postrider.server.people.audience;

import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteProfileSearchTest extends ProfileSearchContract {

  @TempDir Path folder;

  @Override
  protected DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("profiles.db"));
  }
}
