package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.folder.SetAside;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that become damaged while they are open, and files that are found damaged. */
final class DamagedStatisticsTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String INSERT =
      "insert into usage_bookmark (log_partition, log, position, lost, released)"
          + " values (?, 'log', 1, 0, false)";

  @TempDir Path folder;

  private Databases open() {
    Map<String, String> flags = Map.of("data.dir", folder.toString());
    return Databases.of(
        Config.of(Settings.load(null, Map.of(), flags)), FolderManifest.of(folder), () -> NOON);
  }

  private static long rows(Database database) {
    return database.list(row -> row.getLong(1), "select count(*) from usage_bookmark").getFirst();
  }

  private void overwrite(DataFile file) throws IOException {
    Path path = file.in(folder);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      byte[] noise = new byte[(int) Files.size(path)];
      Arrays.fill(noise, (byte) 0x5a);
      int _ = channel.write(ByteBuffer.wrap(noise), 0);
    }
  }

  private void damageOpen(DataFile file, Database database) throws IOException {
    database.dropJournal();
    overwrite(file);
    // a reader that has pages in memory looks at the file only after a change
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10; i++) {
                String table = "more_" + i;
                int _ = database.execute("create table " + table + " (id integer)");
                database.dropJournal();
                var _ = database.list(row -> row.getLong(1), "select count(*) from " + table);
              }
            })
        .isInstanceOf(DatabaseException.class);
  }

  @Test
  void statisticsDamagedWhileOpen_areReplaced() throws IOException {
    try (Databases databases = open()) {
      Database statistics = databases.statistics();
      assertThat(statistics.execute(INSERT, 1)).isEqualTo(1);
      damageOpen(DataFile.STATISTICS, statistics);
      await().until(() -> !databases.setAside().isEmpty());
      await().ignoreExceptions().until(() -> rows(statistics) == 0);
      assertThat(statistics.execute(INSERT, 2)).isEqualTo(1);
      assertThat(rows(statistics)).isEqualTo(1);
      assertThat(databases.setAside()).extracting(SetAside::at).containsExactly(NOON);
      await().until(() -> databases.damagedFiles() == 0);
    }
    try (Databases databases = open()) {
      assertThat(rows(databases.statistics())).isEqualTo(1);
      assertThat(databases.setAside()).hasSize(1);
    }
  }

  @Test
  void catalogDamagedWhileOpen_isRefusedByTheNextStart() throws IOException {
    try (Databases databases = open()) {
      damageOpen(DataFile.CATALOG, databases.catalog());
      await().until(() -> FolderManifest.of(folder).isDamaged(DataFile.CATALOG));
      assertThat(databases.damagedFiles()).isEqualTo(1);
    }
    try (Databases databases = open()) {
      assertThatThrownBy(databases::catalog)
          .isInstanceOf(DamagedFileException.class)
          .hasMessageContaining("catalog.db is damaged")
          .hasMessageContaining("accept-loss");
      assertThat(databases.setAside()).isEmpty();
    }
  }

  @Test
  void notedDamage_thatIsNoLongerThere_isForgotten() {
    FolderManifest.of(folder).noteDamage(DataFile.CURSORS);
    try (Databases databases = open()) {
      assertThat(databases.cursors()).isNotNull();
    }
    assertThat(FolderManifest.of(folder).isDamaged(DataFile.CURSORS)).isFalse();
  }

  @Test
  void damageInTheMiddleOfASmallFile_isFoundAtOpening() throws IOException {
    try (Databases databases = open()) {
      fill(databases.cursors());
    }
    Path path = DataFile.CURSORS.in(folder);
    byte[] bytes = Files.readAllBytes(path);
    Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0x5a);
    Files.write(path, bytes);
    try (Databases databases = open()) {
      assertThatThrownBy(databases::cursors)
          .isInstanceOf(DamagedFileException.class)
          .hasMessageContaining("SQLite reports");
    }
    assertThat(SqliteCheck.damage(path, bytes.length)).as("at the limit").isPresent();
    assertThat(SqliteCheck.damage(path, bytes.length - 1)).as("beyond it").isEmpty();
    assertThat(SqliteCheck.anyDamage(path)).as("after damage was noted").isPresent();
  }

  private static void fill(Database database) {
    database.change(
        handle -> {
          handle.execute("create table filling (id integer primary key, text_value text)");
          for (int i = 0; i < 200; i++) {
            handle.execute("insert into filling values (?, ?)", i, "x".repeat(500));
          }
        });
  }

  @Test
  void headersAndLengths_areChecked() throws IOException {
    try (Databases databases = open()) {
      fill(databases.cursors());
    }
    Path path = DataFile.CURSORS.in(folder);
    byte[] whole = Files.readAllBytes(path);
    assertThat(SqliteCheck.damage(path)).isEmpty();
    Map<Function<byte[], byte[]>, String> damages =
        Map.of(
            bytes -> Arrays.copyOf(bytes, 50), "only 50 bytes",
            bytes -> Arrays.copyOf(bytes, bytes.length - 1), "but its pages need",
            bytes -> new byte[bytes.length], "not an SQLite database");
    for (Map.Entry<Function<byte[], byte[]>, String> damage : damages.entrySet()) {
      Files.write(path, damage.getKey().apply(whole));
      assertThat(SqliteCheck.damage(path).orElse("")).contains(damage.getValue());
    }
    Files.write(path, new byte[0]);
    assertThat(SqliteCheck.damage(path)).as("a new database").isEmpty();
    Files.delete(path);
    assertThat(SqliteCheck.damage(path)).isEmpty();
  }
}
