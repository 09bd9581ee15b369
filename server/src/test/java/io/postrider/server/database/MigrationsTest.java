package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * During a rolling upgrade the nodes of the version before run on the new schema. So a migration
 * only adds: tables, columns that an insert may leave out, and indexes that refuse nothing.
 */
final class MigrationsTest {

  private static final Path FOLDER = RepositoryFiles.ROOT.resolve("server/src/main/resources/db");

  private static final List<Pattern> ADDITIONS =
      Stream.of(
              "create table (\\w+) .*",
              "create index \\w+ on \\w+ .*",
              // a unique index or an insert may belong only to a table of the same file
              "create unique index \\w+ on (\\w+) .*",
              "insert into (\\w+) .*",
              "alter table \\w+ add column \\w+ \\w+",
              "alter table \\w+ add column \\w+ \\w+ not null default .+",
              // fills a new column
              "update \\w+ set .*")
          .map(Pattern::compile)
          .toList();

  @Test
  void migrations_onlyAdd() {
    for (Path file : files()) {
      assertThat(refused(RepositoryFiles.read(file))).as(file.toString()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void versions_areThoseOfTheNewestScripts(Schema schema) {
    int newest =
        files().stream()
            .filter(file -> schema(file).equals(schema.name()))
            .map(file -> file.getFileName().toString())
            .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
            .max()
            .orElseThrow();
    assertThat(schema.version()).isEqualTo(newest);
  }

  static List<Schema> schemas() {
    return List.of(
        Schema.CATALOG,
        Schema.CURSORS,
        Schema.STATISTICS,
        Schema.NOTIFICATIONS,
        Schema.USAGE,
        Schema.PROFILES,
        Schema.PRIVACY,
        Schema.SEEN);
  }

  @Test
  void everyFolder_isOfASchema() {
    assertThat(files().stream().map(MigrationsTest::schema).distinct())
        .containsExactlyInAnyOrderElementsOf(schemas().stream().map(Schema::name).toList());
  }

  @Test
  void everyScript_isListed_inTheOrderOfVersions() {
    List<String> listed = RepositoryFiles.read(FOLDER.resolve("scripts")).lines().toList();
    assertThat(listed)
        .containsExactlyElementsOf(
            files().stream()
                .map(file -> FOLDER.relativize(file).toString())
                .sorted(
                    Comparator.comparing((String path) -> path.substring(0, path.indexOf('/')))
                        .thenComparingInt(path -> version(path)))
                .toList());
  }

  private static int version(String path) {
    return Integer.parseInt(path.substring(path.indexOf("/V") + 2, path.indexOf("__")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop table source;",
        "alter table source drop column name;",
        "alter table source rename column name to title;",
        "alter table source add column kind text not null;",
        "alter table source alter column name type bigint;",
        "create unique index source_name on source (name);",
        "insert into source (id) values (1);",
        "delete from source;",
        "create table one (id bigint); drop table source;",
      })
  void changesThatAnOlderNodeWouldNotSurvive_areFound(String migration) {
    assertThat(refused(migration)).hasSize(1);
  }

  private static List<String> refused(String migration) {
    Set<String> created = new HashSet<>();
    List<String> refused = new ArrayList<>();
    for (String statement : statements(migration)) {
      if (!isAddition(statement, created)) {
        refused.add(statement);
      }
    }
    return refused;
  }

  private static boolean isAddition(String statement, Set<String> created) {
    for (Pattern addition : ADDITIONS) {
      Matcher matcher = addition.matcher(statement);
      if (matcher.matches()) {
        if (statement.startsWith("create table")) {
          created.add(matcher.group(1));
        }
        boolean needsOwn =
            statement.startsWith("create unique") || statement.startsWith("insert into");
        return !needsOwn || created.contains(matcher.group(1));
      }
    }
    return false;
  }

  private static List<String> statements(String migration) {
    return Arrays.stream(migration.replaceAll("(?m)--.*$", "").split(";", -1))
        .map(statement -> statement.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT))
        .filter(statement -> !statement.isEmpty())
        .toList();
  }

  private static String schema(Path file) {
    return FOLDER.relativize(file).getName(0).toString();
  }

  private static List<Path> files() {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      List<Path> found = all.filter(path -> path.toString().endsWith(".sql")).sorted().toList();
      assertThat(found).hasSizeGreaterThan(30);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
