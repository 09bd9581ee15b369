package io.postrider.server.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A family of tables that is migrated together, from the scripts in {@code db/<name>}.
 *
 * <p>Flyway runs only if there is something to migrate: one query finds that out, and loading
 * Flyway takes a quarter of a second. A new SQLite file does not need it: see {@link
 * NewSqliteFile}.
 *
 * @param name names the scripts' folder and, as {@code <name>_history}, Flyway's history table
 * @param version the newest script's version
 */
public record Schema(String name, int version) {

  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  /** Configuration: sources, destinations, audiences, tokens and so on; the audit trail. */
  public static final Schema CATALOG = new Schema("catalog", 15);

  /** Delivery cursors, health, gaps of the ledger, routing rules and replays. */
  public static final Schema CURSORS = new Schema("cursors", 14);

  /** Counters of accepted and delivered messages. */
  public static final Schema STATISTICS = new Schema("statistics", 4);

  /** Notifications of operators. */
  public static final Schema NOTIFICATIONS = new Schema("notifications", 1);

  /** Usage, counted from the log. */
  public static final Schema USAGE = new Schema("usage", 3);

  /** Profiles, audiences and computed traits. */
  public static final Schema PROFILES = new Schema("profiles", 6);

  /** Regulations and suppressed users. */
  public static final Schema PRIVACY = new Schema("privacy", 3);

  /** Which users were seen in which sources, derived from the log. */
  public static final Schema SEEN = new Schema("seen", 1);

  String folder() {
    return "db/" + name;
  }

  String historyTable() {
    return name + "_history";
  }

  /**
   * The PostgreSQL schema of the tables; null for the connection's own. Profiles have one because
   * the catalog has a table of the same name as one of theirs.
   */
  @Nullable String namespace() {
    return name.equals("profiles") ? "postrider_profiles" : null;
  }

  /**
   * Brings the tables up to date. Those of a newer program are used as they are on PostgreSQL,
   * where nodes of two versions run beside each other during an upgrade: migrations only add. A
   * file is refused.
   */
  void migrate(DataSource dataSource, DatabaseUrl url) throws SQLException {
    migrate(dataSource, dataSource, url);
  }

  /**
   * The same.
   *
   * @param asked finds out whether there is something to migrate
   * @param migrated takes connections to migrate with
   */
  void migrate(DataSource asked, DataSource migrated, DatabaseUrl url) throws SQLException {
    int found = foundVersion(asked, url);
    if (found > version && url.engine() == DatabaseUrl.Engine.POSTGRESQL) {
      LOG.warn(
          "A newer version of this program has migrated the {} schema of {} from {} to {}. This"
              + " node runs beside it; upgrade it soon.",
          name,
          url,
          version,
          found);
      return;
    }
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
      FluentConfiguration flyway = Flyway.configure();
      if (url.engine() == DatabaseUrl.Engine.POSTGRESQL && namespace() != null) {
        flyway.schemas(namespace());
      }
      flyway
          .dataSource(migrated)
          .locations("classpath:" + folder())
          .failOnMissingLocations(true)
          .table(historyTable())
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .skipDefaultCallbacks(true)
          .group(true) // one commit, which waits for the disk once
          .placeholders(words(url.engine()))
          .loggers("slf4j")
          .load()
          .migrate();
    } catch (FlywayException failure) {
      if (SqlFailures.isDamage(failure)) {
        throw new SQLException(failure);
      }
      throw new DatabaseException(
          url.scrub("Cannot migrate the database %s: %s".formatted(url, failure.getMessage())));
    }
  }

  /**
   * Words of the scripts that differ between the engines: the type of a 64-bit key, the type of
   * JSON, and the option that stores a table in the order of its key.
   */
  static Map<String, String> words(DatabaseUrl.Engine engine) {
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
      String history =
          url.engine() == DatabaseUrl.Engine.POSTGRESQL && namespace() != null
              ? namespace() + "." + historyTable()
              : historyTable();
      if (number(statement, exists.formatted(history)) == 0) {
        return -1;
      }
      return number(
          statement,
          "select case when min(case when success then 1 else 0 end) = 0 then -1"
              + " else max(cast(version as integer)) end from "
              + history
              // the row that notes the creation of a PostgreSQL schema has no version
              + " where version is not null");
    }
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getInt(1) : 0;
    }
  }
}
