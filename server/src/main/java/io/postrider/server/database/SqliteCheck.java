package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.sqlite.SQLiteDataSource;

/**
 * Looks for damage of an SQLite file before it is opened. The header and the length of every file
 * are checked; all pages only of a small file, because that reads it whole.
 */
public final class SqliteCheck {

  /** The largest file of which all pages are checked. */
  static final long MAX_CHECKED_BYTES = 32L << 20;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(US_ASCII);
  private static final int HEADER_BYTES = 100;

  private SqliteCheck() {}

  /** The damage of a file, as a clause; empty if there is none, or no file. */
  public static Optional<String> damage(Path file) throws IOException {
    return damage(file, MAX_CHECKED_BYTES);
  }

  /** The same with another limit. */
  static Optional<String> damage(Path file, long maxCheckedBytes) throws IOException {
    return damage(file, "pragma quick_check(1)", maxCheckedBytes);
  }

  /** The same, by a check of everything in a file of any size, which may take minutes. */
  static Optional<String> anyDamage(Path file) throws IOException {
    return damage(file, "pragma integrity_check(1)", Long.MAX_VALUE);
  }

  private static Optional<String> damage(Path file, String check, long maxBytes)
      throws IOException {
    long size = Files.exists(file) ? Files.size(file) : 0;
    if (size == 0) {
      return Optional.empty(); // SQLite creates a new database
    }
    Optional<String> found = headerDamage(file, size);
    return found.isPresent() || size > maxBytes ? found : pageDamage(file, check);
  }

  /** The names of the tables of a file; none if it does not exist. */
  static Set<String> tables(Path file) throws SQLException {
    Set<String> tables = new HashSet<>();
    if (!Files.exists(file)) {
      return tables;
    }
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl(DatabaseUrl.sqlite(file).reveal());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select name from sqlite_master where type = 'table'")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  private static Optional<String> headerDamage(Path file, long size) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int read = 0;
      while (header.hasRemaining() && read >= 0) {
        read = channel.read(header);
      }
    }
    if (header.hasRemaining()) {
      return Optional.of("it has only " + size + " bytes");
    }
    for (int i = 0; i < MAGIC.length; i++) {
      if (header.get(i) != MAGIC[i]) {
        return Optional.of("it is not an SQLite database");
      }
    }
    int pageSize = header.getShort(16) & 0xffff;
    long needed = (header.getInt(28) & 0xffffffffL) * (pageSize == 1 ? 65_536 : pageSize);
    // SQLite itself trusts the number of pages only if these two counters agree. While there is a
    // write-ahead log, pages may exist only there.
    boolean counted = header.getInt(24) == header.getInt(92) && !hasJournal(file);
    return counted && size < needed
        ? Optional.of("it has %d bytes, but its pages need %d".formatted(size, needed))
        : Optional.empty();
  }

  private static boolean hasJournal(Path file) throws IOException {
    Path journal = file.resolveSibling(file.getFileName() + "-wal");
    return Files.exists(journal) && Files.size(journal) > 0;
  }

  private static Optional<String> pageDamage(Path file, String check) {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl(DatabaseUrl.sqlite(file).reveal());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(check)) {
      String result = rows.next() ? rows.getString(1) : "ok";
      return result.equals("ok") ? Optional.empty() : Optional.of("SQLite reports: " + result);
    } catch (SQLException failure) {
      // Another failure, such as a missing permission, is reported by opening the file.
      return SqlFailures.isDamage(failure)
          ? Optional.of("SQLite reports: " + failure.getMessage())
          : Optional.empty();
    }
  }
}
