package io.postrider.server.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * A family of tables that is migrated together, from the scripts in {@code db/<name>}.
 *
 * <p>Flyway runs only when there is something to migrate: finding that out takes one query, loading
 * Flyway a quarter of a second of every start.
 *
 * @param name names the scripts' folder and, as {@code <name>_history}, the table of what has run
 * @param version the newest script's version
 * @param synced whether a committed write survives the loss of power, and not only a crash
 * @param large whether an SQLite file of it grows far beyond the usual cache, and changes all over
 */
public record Schema(String name, int version, boolean synced, boolean large) {

  Schema(String name, int version, boolean synced) {
    this(name, version, synced, false);
  }

  /** What is configured: sources, destinations, audiences, tokens and so on; the audit trail. */
  public static final Schema CATALOG = new Schema("catalog", 7, true);

  /** How far deliveries have come. */
  public static final Schema CURSORS = new Schema("cursors", 4, true);

  /** What was counted. */
  public static final Schema STATISTICS = new Schema("statistics", 4, false);

  /** What operators are told. */
  public static final Schema NOTIFICATIONS = new Schema("notifications", 1, true);

  /**
   * What was counted from the log. Losing the last writes costs nothing: the bookmark is lost with
   * them, and they are counted again.
   */
  public static final Schema USAGE = new Schema("usage", 1, false);

  /**
   * Profiles and what is concluded from them. Synced, for what was concluded goes into the log, and
   * must not be concluded once more as something else. What is deleted there is overwritten, too.
   */
  public static final Schema PROFILES = new Schema("profiles", 3, true, true);

  /**
   * Requests about users, and suppressed users. What is deleted there is overwritten in the file.
   */
  public static final Schema PRIVACY = new Schema("privacy", 2, true);

  /** Which users were seen in which sources; derived like {@link #USAGE}. */
  public static final Schema SEEN = new Schema("seen", 1, false);

  /** Whether an SQLite file overwrites what is deleted, because it may be about people. */
  boolean overwritesDeleted() {
    return name.equals(PRIVACY.name) || name.equals(PROFILES.name);
  }

  String folder() {
    return "db/" + name;
  }

  private String historyTable() {
    return name + "_history";
  }

  /** Brings the tables up to date, or refuses those of a newer program. */
  void migrate(DataSource dataSource, DatabaseUrl url) throws SQLException {
    int found = foundVersion(dataSource, url);
    if (found > version) {
      throw new DatabaseException(
          ("The database %s was migrated by a newer version of this program (its %s schema is %d,"
                  + " this program knows %d). Start that version, or restore a backup.")
              .formatted(url, name, found, version));
    }
    if (found == version) {
      return;
    }
    try {
      Flyway.configure()
          .dataSource(dataSource)
          .locations("classpath:" + folder())
          .failOnMissingLocations(true)
          .table(historyTable())
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .skipDefaultCallbacks(true)
          .placeholders(words(url.engine()))
          .loggers("slf4j")
          .load()
          .migrate();
    } catch (FlywayException failure) {
      throw new DatabaseException(
          url.scrub("The database %s cannot be migrated: %s".formatted(url, failure.getMessage())));
    }
  }

  /**
   * What scripts have in common but for the word for it: the type of a 64-bit key, that of JSON,
   * and what has a table lie in the order of its key, and not in the file twice.
   */
  private static Map<String, String> words(DatabaseUrl.Engine engine) {
    return switch (engine) {
      case SQLITE ->
          Map.of(
              "id", "integer",
              "json", "text",
              "clustered", "without rowid",
              "compact", " without rowid");
      case POSTGRESQL -> Map.of("id", "bigint", "json", "jsonb", "clustered", "", "compact", "");
    };
  }

  /** The newest version that has run; -1 if a script failed or none has run. */
  private int foundVersion(DataSource dataSource, DatabaseUrl url) throws SQLException {
    String exists =
        switch (url.engine()) {
          case SQLITE -> "select count(*) from sqlite_master where name = '%s'";
          case POSTGRESQL -> "select count(to_regclass('%s'))";
        };
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      if (number(statement, exists.formatted(historyTable())) == 0) {
        return -1;
      }
      return number(
          statement,
          "select case when min(case when success then 1 else 0 end) = 0 then -1"
              + " else max(cast(version as integer)) end from "
              + historyTable());
    }
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getInt(1) : 0;
    }
  }
}
