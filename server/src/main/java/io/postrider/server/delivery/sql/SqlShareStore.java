package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.limits.LimitKey;
import io.postrider.server.delivery.limits.ShareRequest;
import io.postrider.server.delivery.limits.ShareRow;
import io.postrider.server.delivery.limits.ShareStore;
import io.postrider.server.delivery.limits.ShareTable;
import java.util.List;

/** Shares in SQL. A lock lets transactions of nodes follow each other. */
public final class SqlShareStore implements ShareStore {

  /** Any number that nothing else in the database locks. */
  private static final long LOCK = 0x706f_7374_6c69_6d74L;

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlShareStore(Database database) {
    this.access = database;
  }

  @Override
  public Lease lease(String node, List<ShareRequest> requests) {
    return access.write(
        handle -> {
          long nowMillis = lock(handle);
          List<ShareRow> rows = rows(handle);
          if (rows.stream().anyMatch(row -> row.untilMillis() <= nowMillis)) {
            handle.execute("delete from limit_share where until_millis <= ?", nowMillis);
            rows = rows(handle);
          }
          ShareTable.Decision decision = new ShareTable(rows, nowMillis).decide(node, requests);
          save(handle, decision.written());
          return decision.lease();
        });
  }

  /** Waits for its turn; returns the time of the database then. */
  private long lock(Handle handle) {
    return switch (access.engine()) {
      case POSTGRESQL ->
          number(
              handle,
              "with locked as materialized (select pg_advisory_xact_lock(?))"
                  + " select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
                  + " from locked",
              LOCK);
      case SQLITE -> number(handle, "select cast(unixepoch('subsec') * 1000 as integer)");
    };
  }

  private static long number(Handle handle, String query, Object... values) {
    return handle.select(query, values).mapTo(Long.class).one();
  }

  private static List<ShareRow> rows(Handle handle) {
    return handle
        .select("select destination, kind, node, held, wanted, until_millis from limit_share")
        .map(
            row ->
                new ShareRow(
                    new LimitKey(
                        new DestinationId(row.getLong(1)), LimitKey.Kind.valueOf(row.getString(2))),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6)))
        .list();
  }

  private static void save(Handle handle, List<ShareRow> written) {
    if (written.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into limit_share (destination, kind, node, held, wanted, until_millis)"
                + " values (?, ?, ?, ?, ?, ?) on conflict (destination, kind, node) do update set"
                + " held = excluded.held, wanted = excluded.wanted,"
                + " until_millis = excluded.until_millis")) {
      for (ShareRow row : written) {
        batch.add(
            row.key().destination().bits(),
            row.key().kind().name(),
            row.node(),
            row.held(),
            row.wanted(),
            row.untilMillis());
      }
      batch.execute();
    }
  }

  @Override
  public void release(String node) {
    access.execute("delete from limit_share where node = ?", node);
  }
}
