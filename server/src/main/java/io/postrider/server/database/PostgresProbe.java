package io.postrider.server.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The result of connecting to PostgreSQL once.
 *
 * @param text the version of the server, or why it does not let us in; never a password
 */
public record PostgresProbe(boolean connected, String text) {

  private static final int TIMEOUT_SECONDS = 5;

  /** Connects and asks for the version. */
  public static PostgresProbe of(DatabaseUrl url) {
    DriverManager.setLoginTimeout(TIMEOUT_SECONDS);
    try (Connection connection = DriverManager.getConnection(url.reveal());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show server_version")) {
      return new PostgresProbe(true, rows.next() ? rows.getString(1) : "unknown");
    } catch (SQLException e) {
      return new PostgresProbe(false, url.scrub(String.valueOf(e.getMessage())).strip());
    }
  }
}
