package io.postrider.server.privacy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteRegulationStoreTest extends RegulationStoreContract {

  @TempDir Path folder;

  @Override
  DatabaseUrl url() {
    return DatabaseUrl.sqlite(folder.resolve("privacy.db"));
  }

  @Test
  void sqliteFile_overwritesDeletedData() {
    try (Database database = Database.open(url(), Schema.PRIVACY)) {
      assertThat(
              database.<Integer>write(
                  handle -> handle.select("pragma secure_delete").mapTo(Integer.class).one()))
          .isEqualTo(1);
    }
  }
}
