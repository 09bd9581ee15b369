package io.postrider.server.people.sql;

import io.postrider.id.Wtf8;
import io.postrider.server.database.Database;
import io.postrider.server.database.DestinationBytes;
import io.postrider.server.database.Schema;
import io.postrider.server.people.audience.Outbox;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * Changes that have still to be told, in SQL. May be called from any thread.
 *
 * <p>Numbers are given in the order of commits, so between two that were read none appears later.
 */
public final class SqlOutbox implements Outbox {

  private final Database access;

  /** The outbox of a database that was opened with {@link Schema#PROFILES}. */
  public SqlOutbox(Database database) {
    this.access = database;
  }

  @Override
  public List<Change> oldest(int most) {
    return access.read(
        handle ->
            handle
                .select("select * from outbox order by change limit ?", most)
                .map((row, context) -> change(row))
                .list());
  }

  private static Change change(ResultSet row) throws SQLException {
    return new Change(
        row.getLong("change"),
        row.getLong("computation"),
        Wtf8.decode(row.getBytes("user_id")),
        row.getString("value"),
        DestinationBytes.read(row.getBytes("destinations")),
        Instant.ofEpochMilli(row.getLong("at")));
  }

  @Override
  public void published(List<Change> changes) {
    int _ =
        access.write(
            handle ->
                handle.execute(
                    "delete from outbox where change >= ? and change <= ?",
                    changes.getFirst().number(),
                    changes.getLast().number()));
  }

  @Override
  public long size() {
    return access.read(
        handle -> handle.select("select count(*) from outbox").mapTo(Long.class).one());
  }
}
