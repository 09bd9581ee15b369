package io.postrider.server.database;

import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Copies an SQLite database in one read transaction, while others write to it. */
public final class SqliteCopy {

  private SqliteCopy() {}

  /** Copies and checks the copy. */
  public static void copy(Path from, Path to) throws IOException, SQLException {
    SqliteLibrary.load();
    try (Connection source = DriverManager.getConnection(DatabaseUrl.sqlite(from).reveal());
        PreparedStatement copy = source.prepareStatement("vacuum into ?")) {
      copy.setString(1, to.toAbsolutePath().toString());
      copy.execute();
    }
    Files.setPosixFilePermissions(to, PrivateFile.MODE);
    try (FileChannel channel = FileChannel.open(to, StandardOpenOption.READ)) {
      channel.force(true);
    }
    requireSound(to);
  }

  /** Refuses a database with a damaged page. */
  public static void requireSound(Path file) throws SQLException {
    try (Connection copy = DriverManager.getConnection(DatabaseUrl.sqlite(file).reveal());
        Statement statement = copy.createStatement();
        ResultSet rows = statement.executeQuery("pragma quick_check(1)")) {
      String result = rows.next() ? rows.getString(1) : "ok";
      if (!result.equals("ok")) {
        throw new StartException("%s is damaged. SQLite reports: %s".formatted(file, result));
      }
    }
  }
}
