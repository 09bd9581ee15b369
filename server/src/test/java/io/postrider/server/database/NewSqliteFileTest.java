package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewSqliteFileTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void newFile_isAsFlywayMakesIt(SqliteFile kind) throws Exception {
    Path migrated = folder.resolve("migrated.db");
    Path created = folder.resolve("created.db");

    Database.sqlite(DatabaseUrl.sqlite(migrated), kind, kind.schemas()).close();
    NewSqliteFile.createIfMissing(created, kind.schemas());

    assertThat(rows(created, "select type, name, tbl_name, sql from sqlite_master order by 1, 2"))
        .isNotEmpty()
        .isEqualTo(
            rows(migrated, "select type, name, tbl_name, sql from sqlite_master order by 1, 2"));
    for (Schema schema : kind.schemas()) {
      String history =
          "select installed_rank, version, description, type, script, checksum, installed_by,"
              + " success from "
              + schema.historyTable();
      assertThat(rows(created, history)).isNotEmpty().isEqualTo(rows(migrated, history));
    }
    for (String table : tablesWithoutTimes(created)) {
      assertThat(rows(created, "select * from " + table))
          .as(table)
          .isEqualTo(rows(migrated, "select * from " + table));
    }
    assertThat(rows(created, "pragma journal_mode")).containsExactly(List.of("wal"));
    assertThat(rows(created, "pragma integrity_check")).containsExactly(List.of("ok"));
    assertThat(files()).containsExactlyInAnyOrder("created.db", "migrated.db");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void processThatEndsAtAnyStep_leavesNoFileOrAWholeOne(int last) throws Exception {
    Path file = folder.resolve("cursors.db");
    int[] steps = {0};
    Runnable end =
        () -> {
          if (++steps[0] == last) {
            throw new IllegalStateException("the process ends");
          }
        };

    assertThatThrownBy(() -> NewSqliteFile.createIfMissing(file, List.of(Schema.CURSORS), end))
        .hasMessage("the process ends");
    assertThat(Files.exists(file)).isEqualTo(last == 4);
    NewSqliteFile.createIfMissing(file, List.of(Schema.CURSORS));

    assertThat(rows(file, "select max(cast(version as integer)) from cursors_history"))
        .containsExactly(List.of(Integer.toString(Schema.CURSORS.version())));
    assertThat(files()).containsExactly("cursors.db");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cursors.db", "cursors.db-wal", "cursors.db-journal"})
  void fileOfWhichAnythingExists_isLeftAlone(String name) throws Exception {
    Files.createFile(folder.resolve(name));

    NewSqliteFile.createIfMissing(folder.resolve("cursors.db"), List.of(Schema.CURSORS));

    assertThat(files()).containsExactly(name);
    assertThat(folder.resolve(name)).isEmptyFile();
  }

  @Test
  void failure_leavesNoTemporaryFile() {
    Path file = folder.resolve("cursors.db");

    assertThatThrownBy(
            () -> NewSqliteFile.createIfMissing(file, List.of(Schema.CURSORS, Schema.CURSORS)))
        .isInstanceOf(SQLException.class);

    assertThat(folder).isEmptyDirectory();
  }

  /** The tables but for histories, whose times differ. */
  private static List<String> tablesWithoutTimes(Path file) throws SQLException {
    return rows(
            file,
            "select name from sqlite_master where type = 'table' and name not like '%history'")
        .stream()
        .map(List::getFirst)
        .toList();
  }

  private static List<List<String>> rows(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          values.add(String.valueOf(row.getString(i)));
        }
        rows.add(values);
      }
      return rows;
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
