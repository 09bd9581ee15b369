package io.postrider.server.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogIdentity;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartitionCountTest {

  @TempDir Path folder;

  @Test
  void topicWithAnotherNumber_isRefused_andAnotherTopicIsNot() {
    LogIdentity log = new LogIdentity(new UUID(1, 2));
    try (Database database =
        Database.open(DatabaseUrl.sqlite(folder.resolve("catalog.db")), Schema.CATALOG)) {
      PartitionCount.require(database, log, 12);
      assertThatCode(() -> PartitionCount.require(database, log, 12)).doesNotThrowAnyException();
      for (int other : new int[] {11, 13, 24}) {
        assertThatThrownBy(() -> PartitionCount.require(database, log, other))
            .isInstanceOf(StartException.class)
            .hasMessageContaining("has " + other + " partitions; it had 12");
      }
      LogIdentity created = new LogIdentity(new UUID(3, 4));
      assertThatCode(() -> PartitionCount.require(database, created, 24))
          .doesNotThrowAnyException();
    }
  }
}
