package io.postrider.server.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Creates an SQLite file with its tables, as Flyway would, but in a fraction of the time: Flyway
 * loads a thousand classes, and waits for the disk at each of its many commits.
 *
 * <p>The tables are written to a temporary file, which is synced once and renamed. So a process may
 * end at any point: the file is whole, or does not exist.
 */
final class NewSqliteFile {

  private NewSqliteFile() {}

  /**
   * Creates a file that does not exist. Leaves one alone of which anything exists, be it a journal:
   * SQLite knows what to do with it.
   */
  static void createIfMissing(Path file, List<Schema> schemas) throws SQLException, IOException {
    createIfMissing(file, schemas, () -> {});
  }

  /**
   * The same.
   *
   * @param afterStep called after each step; tests let the process end there
   */
  static void createIfMissing(Path file, List<Schema> schemas, Runnable afterStep)
      throws SQLException, IOException {
    for (String suffix : List.of("", "-wal", "-journal")) {
      if (Files.exists(sibling(file, suffix))) {
        return;
      }
    }
    Path temporary = sibling(file, ".new");
    delete(temporary);
    afterStep.run();
    try {
      createTables(temporary, schemas);
      afterStep.run();
      sync(temporary, StandardOpenOption.WRITE);
      afterStep.run();
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (SQLException | IOException failure) {
      delete(temporary);
      throw failure;
    }
    afterStep.run();
    sync(file.toAbsolutePath().resolveSibling(""), StandardOpenOption.READ);
  }

  private static void createTables(Path file, List<Schema> schemas)
      throws SQLException, IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setGetGeneratedKeys(false);
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl(DatabaseUrl.sqlite(file).reveal());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < schemas.size(); i++) {
        SchemaScripts.of(schemas.get(i)).run(connection, i > 0);
      }
      connection.commit();
      connection.setAutoCommit(true);
      // a property of the file, which the first connection would have to set and sync
      statement.executeQuery("pragma journal_mode = wal").close();
    }
  }

  private static void delete(Path temporary) throws IOException {
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(sibling(temporary, suffix));
    }
  }

  private static Path sibling(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static void sync(Path path, StandardOpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }
}
