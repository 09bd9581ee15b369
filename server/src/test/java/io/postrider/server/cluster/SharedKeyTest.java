package io.postrider.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedKeyTest {

  @TempDir Path folder;

  private static SecretSeal seal(int fill) {
    byte[] key = new byte[SecretSeal.KEY_LENGTH];
    Arrays.fill(key, (byte) fill);
    return new SecretSeal("the test", () -> true, () -> key);
  }

  @Test
  void nodeWithAnotherKey_isRefused() {
    try (Database database =
        Database.open(DatabaseUrl.sqlite(folder.resolve("catalog.db")), Schema.CATALOG)) {
      SharedKey.require(database, seal(1));
      assertThatCode(() -> SharedKey.require(database, seal(1))).doesNotThrowAnyException();
      assertThatThrownBy(() -> SharedKey.require(database, seal(2)))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("'secrets.key' differs");
      assertThat(database.list(String.class, "select fingerprint from shared_key")).hasSize(1);
    }
  }

  @Test
  void nodeWithoutAConfiguredName_keepsItsRandomOne() throws Exception {
    String name = NodeId.of(folder);
    assertThat(NodeId.of(folder)).isEqualTo(name);
    assertThat(NodeId.of(Files.createDirectory(folder.resolve("other")))).isNotEqualTo(name);
  }
}
