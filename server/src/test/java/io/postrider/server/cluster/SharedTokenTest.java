package io.postrider.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.catalog.RecordingLog;
import io.postrider.server.config.Secret;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedTokenTest {

  private static final Secret ONE = Secret.of("token-of-node-one");
  private static final Secret OTHER = Secret.of("token-of-node-two");

  @TempDir Path folder;

  @Test
  void nodeWithAnotherTokenThanTheLast_isWarned() {
    SecretSeal seal = new SecretSeal("the test", () -> true, () -> new byte[SecretSeal.KEY_LENGTH]);
    try (Database database =
            Database.open(DatabaseUrl.sqlite(folder.resolve("catalog.db")), Schema.CATALOG);
        RecordingLog log = RecordingLog.open()) {
      SharedToken.compare(database, seal, ONE);
      SharedToken.compare(database, seal, ONE);
      SharedToken.compare(database, seal, Secret.of(""));
      assertThat(log.linesOf(SharedToken.class)).isEmpty();
      SharedToken.compare(database, seal, OTHER);
      assertThat(log.linesOf(SharedToken.class))
          .singleElement()
          .asString()
          .startsWith("The setting 'admin.token' differs")
          .doesNotContain(OTHER.reveal(), ONE.reveal());
      SharedToken.compare(database, seal, OTHER);
      assertThat(log.linesOf(SharedToken.class)).as("the new token of all nodes").hasSize(1);
      assertThat(database.list(String.class, "select fingerprint from shared_token"))
          .singleElement()
          .asString()
          .hasSize(64);
    }
  }
}
