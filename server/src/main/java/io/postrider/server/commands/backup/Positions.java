package io.postrider.server.commands.backup;

import io.postrider.log.embedded.LogSnapshot;
import io.postrider.server.config.StartException;
import io.postrider.server.folder.DataFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Checks that no cursor and no bookmark is beyond the end of the log. */
final class Positions {

  private static final String TABLES =
      "select name from sqlite_master where type = 'table'"
          + " and (name = 'delivery_position' or name like '%\\_bookmark' escape '\\')";

  private Positions() {}

  /**
   * @throws StartException if one is, or belongs to another log
   */
  static void requireWithin(Path folder, LogSnapshot.Copied log) throws SQLException {
    for (DataFile database : DataFile.values()) {
      if (database.isDatabase() && Files.exists(database.in(folder))) {
        check(database.in(folder), log);
      }
    }
  }

  private static void check(Path file, LogSnapshot.Copied log) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
        Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(TABLES)) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        try (ResultSet rows = statement.executeQuery("select log, position from " + table)) {
          while (rows.next()) {
            String of = rows.getString(1);
            long position = rows.getLong(2);
            if (of.equals(log.identity().toString()) && position > log.endOffset()) {
              throw new StartException(
                  ("The backup is unusable: %s of %s is at offset %d, beyond the end of the log at"
                          + " %d. Report this error.")
                      .formatted(table, file.getFileName(), position, log.endOffset()));
            }
          }
        }
      }
    }
  }
}
