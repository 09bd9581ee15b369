package io.postrider.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.SourceId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigratedFolderTest {

  private static final byte[] FOLDER_KEY = key(HashKey.LENGTH, 7);

  @TempDir Path folder;
  private Database database;

  @BeforeEach
  void open() {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("catalog.db")), Schema.CATALOG);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static byte[] key(int length, int fill) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) fill);
    return key;
  }

  private MigratedFolder folder(int secretsKey) {
    byte[] key = key(SecretSeal.KEY_LENGTH, secretsKey);
    return new MigratedFolder(database, new SecretSeal("the test", () -> true, () -> key));
  }

  /** A record, whose hashes depend on the key. */
  private static byte[] record(HashKey key) {
    RecordBuffer buffer = new RecordBuffer(256);
    byte[] json =
        "{'type':'delete','userId':'ada','timestamp':'2026-01-01T00:00:00.000Z','messageId':'m1'}"
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);
    new ComputedRecordWriter(key).add(json, new SourceId(5), Instant.EPOCH, new long[0], buffer);
    return Arrays.copyOf(buffer.bytes(), buffer.ends()[0]);
  }

  @Test
  void withoutAMovedFolder_theKeyFollowsFromTheKeyOfSecrets() {
    byte[] first = record(folder(1).hashKey());
    assertThat(record(folder(1).hashKey())).isEqualTo(first);
    assertThat(record(folder(2).hashKey())).isNotEqualTo(first);
  }

  @Test
  void whileAFolderIsMoved_noNodeStarts() {
    folder(1).begin("log-a", FOLDER_KEY);
    assertThatThrownBy(() -> folder(1).hashKey())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("run it again");
    folder(1).into("topics-a");
    assertThat(folder(1).find()).contains(new MigratedFolder.State("log-a", "topics-a", false));
  }

  @Test
  void afterTheMove_nodesUseTheFoldersKey() {
    MigratedFolder moved = folder(1);
    moved.begin("log-b", FOLDER_KEY);
    moved.begin("log-a", FOLDER_KEY);
    moved.into("topics-a");
    moved.finish();
    assertThat(record(folder(1).hashKey())).isEqualTo(record(HashKey.of(FOLDER_KEY)));
    assertThat(moved.find()).contains(new MigratedFolder.State("log-a", "topics-a", true));
  }

  @Test
  void storedKey_isSealed() {
    folder(1).begin("log-a", FOLDER_KEY);
    byte[] stored =
        database.list(row -> row.getBytes(1), "select hash_key from migrated_folder").getFirst();
    assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("0707");
  }
}
