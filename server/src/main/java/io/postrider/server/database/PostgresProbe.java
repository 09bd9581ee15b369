package io.postrider.server.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** The result of connecting to PostgreSQL once, as a node does. */
public sealed interface PostgresProbe {

  /**
   * No connection.
   *
   * @param reason never has a password
   */
  record Refused(String reason) implements PostgresProbe {}

  /**
   * A connection.
   *
   * @param schema where tables are created
   * @param mayCreate whether the user may create tables there
   * @param foreignTables tables of the schema that the user cannot migrate, because they belong to
   *     another; at most ten
   * @param freeConnections of all that the server allows to usual users
   * @param ahead by how much the clock of the server is ahead
   * @param uncertain how exact that is
   */
  record Connected(
      String host,
      String version,
      int majorVersion,
      String user,
      String schema,
      boolean standby,
      boolean readOnly,
      boolean mayCreate,
      List<String> foreignTables,
      int maxConnections,
      int freeConnections,
      Duration ahead,
      Duration uncertain)
      implements PostgresProbe {}

  int TIMEOUT_SECONDS = 5;

  /** Connects and asks. Of several hosts it asks the primary, or any if there is none. */
  static PostgresProbe of(DatabaseUrl url, InstantSource time) {
    PGSimpleDataSource server = new PGSimpleDataSource();
    server.setConnectTimeout(TIMEOUT_SECONDS);
    server.setSocketTimeout(TIMEOUT_SECONDS);
    server.setApplicationName("postrider");
    server.setLogServerErrorDetail(false);
    server.setTargetServerType("preferPrimary"); // to say what a standby is
    server.setUrl(url.reveal());
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      return ask(statement, time);
    } catch (SQLException e) {
      return new Refused(url.scrub(String.valueOf(e.getMessage())).strip());
    }
  }

  private static Connected ask(Statement statement, InstantSource time) throws SQLException {
    Instant before = time.instant();
    Instant there;
    try (ResultSet row =
        statement.executeQuery("select extract(epoch from clock_timestamp()) * 1000")) {
      row.next();
      there = Instant.ofEpochMilli((long) row.getDouble(1));
    }
    Duration half = Duration.between(before, time.instant()).dividedBy(2);
    List<String> foreign = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "select tablename from pg_tables where schemaname = current_schema()"
                + " and not pg_has_role(tableowner, 'usage') order by 1 limit 10")) {
      while (rows.next()) {
        foreign.add(rows.getString(1));
      }
    }
    try (ResultSet row =
        statement.executeQuery(
            "select coalesce(host(inet_server_addr()), 'a local socket'),"
                + " current_setting('server_version'), current_setting('server_version_num')::int /"
                + " 10000, current_user, coalesce(current_schema(), 'public'), pg_is_in_recovery(),"
                + " current_setting('transaction_read_only')::boolean,"
                + " coalesce(has_schema_privilege(current_schema(), 'create'), false),"
                + " current_setting('max_connections')::int -"
                + " current_setting('superuser_reserved_connections')::int, (select count(*) from"
                + " pg_stat_activity where backend_type = 'client backend')")) {
      row.next();
      int most = row.getInt(9);
      return new Connected(
          row.getString(1),
          row.getString(2),
          row.getInt(3),
          row.getString(4),
          row.getString(5),
          row.getBoolean(6),
          row.getBoolean(7),
          row.getBoolean(8),
          foreign,
          most,
          Math.max(0, most - row.getInt(10)),
          Duration.between(before.plus(half), there),
          half);
    }
  }
}
