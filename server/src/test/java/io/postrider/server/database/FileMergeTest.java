package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.folder.FolderManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FileMergeTest {

  private static final String SECRET = "a-user-in-no-file";

  @TempDir Path temp;
  private Path folder;
  private int copies;

  /** The folder of an earlier version, with a file for each schema. */
  @BeforeEach
  void makeFormerFiles() throws IOException {
    folder = Files.createDirectory(temp.resolve("data"));
    former("catalog.db", Schema.CATALOG, "select 1");
    former("statistics.db", Schema.STATISTICS, "select 1");
    former("notifications.db", Schema.NOTIFICATIONS, "select 1");
    former(
        "privacy.db",
        Schema.PRIVACY,
        "insert into suppression values (cast('%s' as blob), '', 1, 1, 1)".formatted(SECRET));
    former(
        "usage.db",
        Schema.USAGE,
        "insert into usage_day (day, source, type, calls, filtered, filtered_server)"
            + " values (20000, 5, 1, 700, 0, 0)");
    former("seen.db", Schema.SEEN, "insert into seen_user values (1, 5), (2, 5)");
  }

  private void former(String name, Schema schema, String sql) {
    try (Database database = Database.open(DatabaseUrl.sqlite(folder.resolve(name)), schema)) {
      database.write(handle -> sql.startsWith("select") ? 0 : handle.execute(sql));
    }
  }

  private static Databases open(Path folder) {
    Map<String, String> flags = Map.of("data.dir", folder.toString());
    return Databases.of(
        Config.of(Settings.load(null, Map.of(), flags)),
        FolderManifest.of(folder),
        InstantSource.system());
  }

  private static long number(Database database, String sql) {
    return database.read(handle -> handle.select(sql).mapTo(Long.class).one());
  }

  /** Opens a folder and checks that everything is there once, and the former files are gone. */
  private static void assertMerged(Path folder) throws IOException {
    try (Databases databases = open(folder)) {
      Database catalog = databases.catalog();
      Database statistics = databases.statistics();
      assertThat(number(catalog, "select count(*) from suppression")).isEqualTo(1);
      assertThat(number(catalog, "select count(*) from privacy_history"))
          .isEqualTo(Schema.PRIVACY.version());
      assertThat(number(statistics, "select sum(calls) from usage_day")).isEqualTo(700);
      assertThat(number(statistics, "select count(*) from seen_user")).isEqualTo(2);
      assertThat(
              number(
                  statistics,
                  "select count(*) from sqlite_master where name = 'usage_day_by_source'"))
          .isEqualTo(1);
      String notes = "select count(*) from sqlite_master where name = 'merged_file'";
      assertThat(number(catalog, notes) + number(statistics, notes)).isZero();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("catalog.db", "statistics.db", "manifest");
    }
  }

  @Test
  void formerFiles_areMergedOnce() throws IOException {
    assertMerged(folder);
    assertMerged(folder);
  }

  /** A kill leaves the files as they are at that moment; so a copy of them is what it leaves. */
  @Test
  void killAtAnyStep_isFinishedByTheNextStart() throws Exception {
    List<Path> killed = new ArrayList<>();
    for (SqliteFile file : List.of(SqliteFile.CATALOG, SqliteFile.STATISTICS)) {
      new FileMerge(folder, file, () -> killed.add(copyOfFolder())).run();
    }
    assertThat(killed).hasSizeGreaterThan(40);
    for (Path copy : killed) {
      assertMerged(copy);
    }
    assertMerged(folder);
  }

  @Test
  void failureAtAnyStep_isFinishedByTheNextRun() throws Exception {
    int[] left = {0};
    int failures = 0;
    for (boolean failed = true; failed; failures += failed ? 1 : 0) {
      Path copy = copyOfFolder();
      left[0] = failures;
      try {
        new FileMerge(copy, SqliteFile.CATALOG, () -> countDown(left)).run();
        failed = false;
      } catch (IllegalStateException injected) {
        assertMerged(copy);
      }
    }
    assertThat(failures).isGreaterThan(20);
  }

  private static void countDown(int[] left) {
    if (left[0]-- == 0) {
      throw new IllegalStateException("injected");
    }
  }

  private Path copyOfFolder() {
    try {
      Path copy = Files.createDirectory(temp.resolve("copy-" + copies++));
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
      return copy;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void formerFileThatComesBack_isRefused_andNeitherMergedNorDeleted() throws IOException {
    Path backup = Files.copy(folder.resolve("usage.db"), temp.resolve("usage.db"));
    assertMerged(folder);
    Files.copy(backup, folder.resolve("usage.db"));
    try (Databases databases = open(folder)) {
      assertThatThrownBy(databases::statistics)
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("usage.db")
          .hasMessageContaining("Move it out of the data folder");
    }
    Files.move(folder.resolve("usage.db"), temp.resolve("moved.db"));
    assertMerged(folder);
  }

  @Test
  void newFolder_hasFourFiles() throws IOException {
    Path empty = Files.createDirectory(temp.resolve("empty"));
    try (Databases databases = open(empty)) {
      databases.catalog();
      databases.cursors();
      databases.profiles();
      databases.statistics();
      try (Stream<Path> files = Files.list(empty)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .filteredOn(name -> name.endsWith(".db"))
            .containsExactlyInAnyOrder("catalog.db", "cursors.db", "profiles.db", "statistics.db");
      }
      assertThatThrownBy(
              () ->
                  databases
                      .statistics()
                      .inTransaction(
                          () -> {
                            databases.statistics().write(h -> h.execute("delete from seen"));
                            throw new IllegalStateException("later");
                          }))
          .hasMessage("later");
      assertThat(number(databases.statistics(), "select count(*) from seen")).isEqualTo(1);
    }
  }

  @Test
  void mergedFile_isOverwrittenBeforeItIsDeleted() throws Exception {
    List<String> contents = new ArrayList<>();
    Path former = folder.resolve("privacy.db");
    new FileMerge(
            folder,
            SqliteFile.CATALOG,
            () -> {
              try {
                contents.add(Files.exists(former) ? Files.readString(former, ISO_8859_1) : "");
              } catch (IOException failure) {
                throw new UncheckedIOException(failure);
              }
            })
        .run();
    assertThat(contents.getFirst()).contains(SECRET);
    assertThat(contents).anySatisfy(text -> assertThat(text).isNotEmpty().matches("\\x00+"));
  }
}
