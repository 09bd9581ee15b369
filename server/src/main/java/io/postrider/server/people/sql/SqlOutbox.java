package io.postrider.server.people.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.Wtf8;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.DestinationBytes;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.people.audience.Outbox;
import java.time.Instant;
import java.util.List;

/**
 * The outbox in SQL. May be called from any thread.
 *
 * <p>Change numbers increase in commit order, so no change appears later between two that were
 * read.
 */
public final class SqlOutbox implements Outbox {
  private final Database database;

  /** The outbox of a database that was opened with {@link Schema#PROFILES}. */
  public SqlOutbox(Database database) {
    this.database = database;
  }

  /**
   * A change to insert.
   *
   * @param value JSON
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Row(
      long number,
      long computation,
      long profile,
      byte[] userId,
      String value,
      List<DestinationId> destinations) {}

  static void add(CompiledStatements statements, List<Row> changes) {
    long at = statements.now().toEpochMilli();
    try (RowBatch batch =
        new RowBatch(
            statements.handle(),
            "insert into outbox (change, computation, profile, user_id, value, destinations, at)"
                + " values (?, ?, ?, ?, ?, ?, ?)")) {
      for (Row row : changes) {
        byte[] destinations = DestinationBytes.of(row.destinations);
        batch.row(
            row.number, row.computation, row.profile, row.userId, row.value, destinations, at);
      }
    }
  }

  @Override
  public List<Change> oldest(int most) {
    return database.list(
        row ->
            new Change(
                row.getLong(1),
                row.getLong(2),
                Wtf8.decode(row.getBytes(3)),
                row.getString(4),
                DestinationBytes.read(row.getBytes(5)),
                Instant.ofEpochMilli(row.getLong(6))),
        "select change, computation, user_id, value, destinations, at from outbox"
            + " order by change limit ?",
        most);
  }

  @Override
  public void published(List<Change> changes) {
    int _ =
        database.execute(
            "delete from outbox where change >= ? and change <= ?",
            changes.getFirst().number(),
            changes.getLast().number());
  }

  @Override
  public long size() {
    return database.list(Long.class, "select count(*) from outbox").getFirst();
  }
}
