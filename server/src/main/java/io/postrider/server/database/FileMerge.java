package io.postrider.server.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Moves the tables of files that earlier versions wrote into the file that holds them now, once.
 *
 * <p>Runs before the file is opened, by the process that has locked the data folder. A process may
 * end at any point: the next run finishes the work. The order makes that safe. One durable
 * transaction copies all tables and notes the name of the former file. Then the former file is
 * deleted, and the note after it. So a note means that the file is copied and only has to be
 * deleted. A former file whose tables exist here without a note is refused: it came back after the
 * merge, and what it holds would be lost or counted twice.
 */
final class FileMerge {

  private static final Logger LOG = LoggerFactory.getLogger(FileMerge.class);

  /** Holds the names of files that are copied and not yet deleted. Exists only while there are. */
  private static final String NOTES = "merged_file";

  /** Larger files are deleted without being overwritten. */
  private static final long OVERWRITE_LIMIT = 64L << 20;

  private final Path folder;
  private final SqliteFile target;
  private final Runnable afterStep;

  FileMerge(Path folder, SqliteFile target) {
    this(folder, target, () -> {});
  }

  /**
   * Merges within a folder.
   *
   * @param afterStep called after each step; tests let a run end there
   */
  FileMerge(Path folder, SqliteFile target, Runnable afterStep) {
    this.folder = folder;
    this.target = target;
    this.afterStep = afterStep;
  }

  /** Merges the former files that are there, and finishes what an earlier run began. */
  void run() throws SQLException, IOException {
    List<String> formerFiles = target.formerFiles();
    boolean found = formerFiles.stream().anyMatch(name -> Files.exists(folder.resolve(name)));
    boolean possible = Files.exists(folder.resolve(target.fileName())) && !formerFiles.isEmpty();
    if (!found && !possible) {
      return;
    }
    try (Connection connection = connect()) {
      boolean noted = exists(connection, NOTES);
      if (!found && !noted) {
        return;
      }
      for (String name : formerFiles) {
        merge(connection, name);
      }
      execute(connection, "drop table if exists " + NOTES);
      afterStep.run();
    }
  }

  private Connection connect() throws SQLException {
    SQLiteConfig config = target.writing();
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(false);
    SQLiteDataSource file = new SQLiteDataSource(config);
    file.setUrl(DatabaseUrl.sqlite(folder.resolve(target.fileName())).reveal());
    return file.getConnection();
  }

  private void merge(Connection connection, String name) throws SQLException, IOException {
    Path former = folder.resolve(name);
    boolean copied = isNoted(connection, name);
    if (!copied && !Files.exists(former)) {
      return;
    }
    if (!copied) {
      LOG.info("Merging {} into {}.", name, target.fileName());
      copy(connection, former);
    }
    delete(former);
    forget(connection, name);
    LOG.info("Merged {} into {} and deleted it.", name, target.fileName());
  }

  private void copy(Connection connection, Path former) throws SQLException, IOException {
    update(connection, "attach database ? as former", former.toAbsolutePath().toString());
    try {
      execute(connection, "begin immediate");
      try {
        copyTables(connection, former);
        execute(connection, "create table if not exists " + NOTES + " (name text primary key)");
        String name = String.valueOf(former.getFileName());
        update(connection, "insert into " + NOTES + " (name) values (?)", name);
        afterStep.run();
        execute(connection, "commit");
      } catch (SQLException | RuntimeException failure) {
        rollBack(connection, failure);
        throw failure;
      }
      afterStep.run();
      // The commit has synced the WAL; the checkpoint syncs the file itself as far as it can.
      execute(connection, "pragma main.wal_checkpoint(truncate)");
      sync(folder);
      afterStep.run();
    } finally {
      execute(connection, "detach database former");
    }
  }

  private void copyTables(Connection connection, Path former) throws SQLException {
    for (Definition table : definitions(connection, "= 'table'")) {
      if (exists(connection, table.name)) {
        throw new DatabaseException(
            ("The file %s belongs to an earlier version of this program, but its tables are already"
                    + " in %s. It was put back after it had been merged, or an earlier version ran"
                    + " on this folder since. Move it out of the data folder to start without what"
                    + " it holds.")
                .formatted(former.toAbsolutePath(), target.fileName()));
      }
      execute(connection, table.sql);
      execute(
          connection,
          "insert into main.\"%s\" select * from former.\"%s\"".formatted(table.name, table.name));
      afterStep.run();
    }
    for (Definition other : definitions(connection, "<> 'table'")) {
      execute(connection, other.sql);
    }
  }

  private record Definition(String name, String sql) {}

  private static List<Definition> definitions(Connection connection, String type)
      throws SQLException {
    List<Definition> found = new ArrayList<>();
    String sql =
        "select name, sql from former.sqlite_master"
            + " where sql is not null and substr(name, 1, 7) <> 'sqlite_' and type "
            + type
            + " order by rowid";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(new Definition(rows.getString(1), rows.getString(2)));
      }
    }
    return found;
  }

  /** Deletes a file and its journal; the file goes last, for the next run looks for it. */
  private void delete(Path former) throws IOException {
    for (String suffix : List.of("-wal", "-shm", "")) {
      Path file = former.resolveSibling(former.getFileName() + suffix);
      if (Files.exists(file)) {
        overwrite(file);
        afterStep.run();
        Files.delete(file);
        afterStep.run();
      }
    }
    sync(folder);
    afterStep.run();
  }

  /** Overwrites a file with zeros, as deleted rows about users are. */
  private static void overwrite(Path file) throws IOException {
    long size = Files.size(file);
    if (size > OVERWRITE_LIMIT) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocate(64 * 1024);
      for (long position = 0; position < size; position += zeros.position()) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), size - position));
        int _ = channel.write(zeros, position);
      }
      channel.force(true);
    }
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static boolean isNoted(Connection connection, String name) throws SQLException {
    return exists(connection, NOTES)
        && count(connection, "select count(*) from " + NOTES + " where name = ?", name) > 0;
  }

  private void forget(Connection connection, String name) throws SQLException {
    update(connection, "delete from " + NOTES + " where name = ?", name);
    afterStep.run();
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    return count(connection, "select count(*) from main.sqlite_master where name = ?", table) > 0;
  }

  private static int count(Connection connection, String sql, String value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, value);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }

  private static void update(Connection connection, String sql, String value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, value);
      int _ = statement.executeUpdate();
    }
  }

  private static void rollBack(Connection connection, Exception failure) {
    try {
      execute(connection, "rollback");
    } catch (SQLException alreadyRolledBack) {
      failure.addSuppressed(alreadyRolledBack);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean _ = statement.execute(sql);
    }
  }
}
