package io.postrider.server.ledger.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.ledger.GapStore;
import io.postrider.server.ledger.LedgerGap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Gaps in SQL. A gap that begins soon after another of the same destination continues it. */
public final class SqlGapStore implements GapStore {

  private static final int MAX_LISTED = 1_000;

  /** Flushes follow each other within a second; a longer pause is a new gap. */
  private static final Duration CONTINUES = Duration.ofMinutes(1);

  private final Database database;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlGapStore(Database database) {
    this.database = database;
  }

  /** Saves a gap in the transaction of the cursors that went on without the ledger. */
  public static void save(Handle handle, LedgerGap gap) {
    int joined =
        handle.execute(
            "update ledger_gap set"
                + " to_millis = case when to_millis > ? then to_millis else ? end,"
                + " from_offset = case when from_offset < ? then from_offset else ? end,"
                + " to_offset = case when to_offset > ? then to_offset else ? end,"
                + " entries = entries + ?"
                + " where destination = ? and log_partition = ? and from_millis ="
                + " (select max(from_millis) from ledger_gap"
                + " where destination = ? and log_partition = ? and to_millis >= ?)",
            gap.to().toEpochMilli(),
            gap.to().toEpochMilli(),
            gap.fromOffset(),
            gap.fromOffset(),
            gap.toOffset(),
            gap.toOffset(),
            gap.count(),
            gap.destination().bits(),
            gap.partition(),
            gap.destination().bits(),
            gap.partition(),
            gap.from().minus(CONTINUES).toEpochMilli());
    if (joined == 0) {
      handle.execute(
          "insert into ledger_gap (destination, log_partition, from_millis, to_millis,"
              + " from_offset, to_offset, entries) values (?, ?, ?, ?, ?, ?, ?)",
          gap.destination().bits(),
          gap.partition(),
          gap.from().toEpochMilli(),
          gap.to().toEpochMilli(),
          gap.fromOffset(),
          gap.toOffset(),
          gap.count());
    }
  }

  @Override
  public List<LedgerGap> since(Instant time) {
    return database.list(
        row ->
            new LedgerGap(
                new DestinationId(row.getLong(1)),
                row.getInt(2),
                Instant.ofEpochMilli(row.getLong(3)),
                Instant.ofEpochMilli(row.getLong(4)),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7)),
        "select destination, log_partition, from_millis, to_millis, from_offset, to_offset, entries"
            + " from ledger_gap where to_millis >= ? order by from_millis desc limit "
            + MAX_LISTED,
        time.toEpochMilli());
  }

  @Override
  public void forgetBefore(Instant time) {
    int _ = database.execute("delete from ledger_gap where to_millis < ?", time.toEpochMilli());
  }
}
