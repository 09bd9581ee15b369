package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of a schema, run on a new SQLite file without Flyway. They leave the same tables and
 * the same history, so that Flyway continues from there.
 */
final class SchemaScripts {

  /** Lists all scripts, because the class path cannot be listed. */
  private static final String LIST = "db/scripts";

  private final Schema schema;
  private final List<String> names;

  private SchemaScripts(Schema schema, List<String> names) {
    this.schema = schema;
    this.names = names;
  }

  static SchemaScripts of(Schema schema) throws IOException {
    String folder = schema.name() + "/";
    return new SchemaScripts(
        schema,
        resource(LIST)
            .lines()
            .filter(path -> path.startsWith(folder))
            .map(path -> path.substring(folder.length()))
            .toList());
  }

  /**
   * Creates the tables and the history.
   *
   * @param shared whether the file has tables of another schema; Flyway notes that as a version 0
   */
  void run(Connection connection, boolean shared) throws SQLException, IOException {
    Map<String, String> words = Schema.words(DatabaseUrl.Engine.SQLITE);
    try (Statement statement = connection.createStatement()) {
      int _ = statement.executeUpdate(historyTable());
      int rank = 1;
      if (shared) {
        String baseline = "<< Flyway Baseline >>";
        note(connection, rank++, "0", baseline, "BASELINE", baseline, null);
      }
      for (String name : names) {
        String script = resource(schema.folder() + "/" + name);
        String sql = script;
        for (Map.Entry<String, String> word : words.entrySet()) {
          sql = sql.replace("${" + word.getKey() + "}", word.getValue());
        }
        int _ = statement.executeUpdate(sql);
        int separator = name.indexOf("__");
        String version = name.substring(1, separator);
        String description =
            name.substring(separator + 2, name.length() - ".sql".length()).replace('_', ' ');
        note(connection, rank++, version, description, "SQL", name, checksum(script));
      }
    }
  }

  private String historyTable() {
    return """
    CREATE TABLE "{history}" (
        "installed_rank" INT NOT NULL PRIMARY KEY,
        "version" VARCHAR(50),
        "description" VARCHAR(200) NOT NULL,
        "type" VARCHAR(20) NOT NULL,
        "script" VARCHAR(1000) NOT NULL,
        "checksum" INT,
        "installed_by" VARCHAR(100) NOT NULL,
        "installed_on" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now')),
        "execution_time" INT NOT NULL,
        "success" BOOLEAN NOT NULL
    );
    CREATE INDEX "{history}_s_idx" ON "{history}" ("success");
    """
        .replace("{history}", schema.historyTable());
  }

  private void note(
      Connection connection,
      int rank,
      String version,
      String description,
      String type,
      String script,
      @Nullable Integer checksum)
      throws SQLException {
    String columns =
        "installed_rank, version, description, type, script, checksum, installed_by,"
            + " execution_time, success";
    String sql =
        "insert into "
            + schema.historyTable()
            + (" (" + columns + ") values (?, ?, ?, ?, ?, ?, '', 0, 1)");
    try (PreparedStatement row = connection.prepareStatement(sql)) {
      row.setInt(1, rank);
      row.setString(2, version);
      row.setString(3, description);
      row.setString(4, type);
      row.setString(5, script);
      if (checksum == null) {
        row.setNull(6, Types.INTEGER);
      } else {
        row.setInt(6, checksum);
      }
      int _ = row.executeUpdate();
    }
  }

  /** The checksum by which Flyway recognizes a script: of its lines, without their ends. */
  private static int checksum(String script) {
    CRC32 checksum = new CRC32();
    script.lines().forEach(line -> checksum.update(line.getBytes(UTF_8)));
    return (int) checksum.getValue();
  }

  private static String resource(String path) throws IOException {
    try (InputStream in = SchemaScripts.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new FileNotFoundException(path);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
