package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.catalog.sql.SqlCatalogStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DatabaseTest {

  @TempDir Path folder;

  private DatabaseUrl file() {
    return DatabaseUrl.sqlite(folder.resolve("catalog.db"));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(file().reveal());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void schema_namesItsNewestScript() throws Exception {
    Path scripts =
        Path.of(Database.class.getClassLoader().getResource(Schema.CATALOG.folder()).toURI());
    try (Stream<Path> files = Files.list(scripts)) {
      int newest =
          files
              .map(path -> path.getFileName().toString())
              .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
              .max()
              .orElseThrow();
      assertThat(Schema.CATALOG.version()).isEqualTo(newest);
    }
  }

  /** What was deleted is in neither file, though the database is open. */
  @Test
  void droppedJournal_holdsNothingThatWasDeleted() throws Exception {
    try (Database database = Database.open(file(), Schema.PROFILES)) {
      database.write(handle -> handle.execute("create table t (id integer, name text)"));
      database.write(handle -> handle.execute("insert into t values (1, 'ada-lovelace')"));
      database.write(handle -> handle.execute("delete from t"));
      assertThat(filesHolding("ada-lovelace")).isEqualTo(1);
      database.dropJournal();
      assertThat(filesHolding("ada-lovelace")).isZero();
      database.dropJournal();
    }
  }

  @Test
  void fullDisk_isSaid() {
    try (Database database = Database.open(file(), Schema.PROFILES)) {
      database.write(handle -> handle.execute("create table t (content blob)"));
      int _ =
          database.write(
              handle -> handle.select("pragma max_page_count = 1").mapTo(Integer.class).one());

      assertThatThrownBy(
              () -> database.execute("insert into t values (?)", (Object) new byte[1 << 20]))
          .isInstanceOfSatisfying(
              DatabaseUnavailableException.class, full -> assertThat(full.isFull()).isTrue())
          .hasMessageStartingWith("The disk of the database is full; free space.");
    }
  }

  private long filesHolding(String text) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      long found = 0;
      for (Path path : files.toList()) {
        found += new String(Files.readAllBytes(path), ISO_8859_1).contains(text) ? 1 : 0;
      }
      return found;
    }
  }

  @Test
  void open_refusesDatabaseOfNewerProgram() throws SQLException {
    Database.open(file(), Schema.CATALOG).close();
    execute("update catalog_history set version = '99' where version = '1'");
    assertThatThrownBy(() -> Database.open(file(), Schema.CATALOG))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("newer version")
        .hasMessageContaining("99");
  }

  @Test
  void open_finishesMigrationThatNeverRan() throws SQLException {
    execute("create table somebody_elses (id integer)");
    try (Database database = Database.open(file(), Schema.CATALOG)) {
      assertThat(new SqlCatalogStore(new CatalogAccess(database), Seals.SOME).version()).isZero();
    }
  }

  @Test
  void open_saysWhyItCannot() throws Exception {
    Files.writeString(
        folder.resolve("catalog.db"), "this is no database at all".repeat(100), UTF_8);
    assertThatThrownBy(() -> Database.open(file(), Schema.CATALOG))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Cannot open the database")
        .hasMessageContaining("not a database");
    DatabaseUrl nowhere = DatabaseUrl.sqlite(folder.resolve("no/such/folder/catalog.db"));
    assertThatThrownBy(() -> Database.open(nowhere, Schema.CATALOG))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Cannot open the database");
  }

  @Test
  void password_isInNoError() throws Exception {
    int closedPort;
    try (ServerSocket socket = new ServerSocket(0)) {
      closedPort = socket.getLocalPort();
    }
    DatabaseUrl url =
        DatabaseUrl.parse(
            "jdbc:postgresql://127.0.0.1:%d/db?user=me&password=hunt%%2Ber2".formatted(closedPort));
    assertThat(url.toString()).contains("user=me").doesNotContain("hunt").contains("***");
    assertThatThrownBy(() -> Database.open(url, Schema.CATALOG))
        .satisfies(failure -> assertThat(trace(failure)).doesNotContain("hunt"))
        .hasMessageContaining("127.0.0.1");

    DatabaseUrl broken = DatabaseUrl.parse("jdbc:postgresql://me:hunter2@host:x/db?password=pw-2");
    assertThat(broken.toString()).doesNotContain("hunter2").doesNotContain("pw-2");
    assertThatThrownBy(() -> Database.open(broken, Schema.CATALOG))
        .satisfies(
            failure -> assertThat(trace(failure)).doesNotContain("hunter2").doesNotContain("pw-2"));
  }

  @Test
  void url_ofAnotherKindIsRefusedWithoutRepeatingIt() {
    assertThatThrownBy(() -> DatabaseUrl.parse("jdbc:mysql://u:hunter2@host/db"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void reader_cannotWrite() {
    try (Database database = Database.open(file(), Schema.CATALOG)) {
      assertThatThrownBy(() -> database.read(handle -> handle.execute("delete from source")))
          .isInstanceOf(DatabaseUnavailableException.class);
    }
  }

  @Test
  void writes_areSyncedToTheDisk() {
    try (Database database = Database.open(file(), Schema.CATALOG)) {
      String pragmas =
          database.write(
              handle ->
                  handle.select("pragma synchronous").mapTo(String.class).one()
                      + handle.select("pragma journal_mode").mapTo(String.class).one()
                      + handle.select("pragma foreign_keys").mapTo(String.class).one());
      assertThat(pragmas).isEqualTo("2wal1");
    }
  }
}
