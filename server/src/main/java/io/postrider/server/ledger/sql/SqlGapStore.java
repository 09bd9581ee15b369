package io.postrider.server.ledger.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.WireNamed;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.ledger.GapReason;
import io.postrider.server.ledger.GapStore;
import io.postrider.server.ledger.LedgerGap;
import java.time.Instant;
import java.util.List;

/** Gaps in SQL. */
public final class SqlGapStore implements GapStore {

  private static final int MAX_LISTED = 1_000;

  private final Database database;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlGapStore(Database database) {
    this.database = database;
  }

  /**
   * Saves a gap in the transaction of the cursors that went on without the ledger. Replaces what
   * was saved of the same gap, so that saving it again changes nothing.
   */
  public static void save(Handle handle, LedgerGap gap) {
    handle.execute(
        "insert into ledger_gap (destination, log_partition, from_millis, to_millis,"
            + " from_offset, to_offset, entries, reason) values (?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (destination, log_partition, from_millis) do update set"
            + " to_millis = excluded.to_millis, from_offset = excluded.from_offset,"
            + " to_offset = excluded.to_offset, entries = excluded.entries,"
            + " reason = excluded.reason",
        gap.destination().bits(),
        gap.partition(),
        gap.from().toEpochMilli(),
        gap.to().toEpochMilli(),
        gap.fromOffset(),
        gap.toOffset(),
        gap.count(),
        gap.reason().wireName());
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
                row.getLong(7),
                WireNamed.parse(GapReason.class, row.getString(8)).orElse(GapReason.NOT_WRITTEN)),
        "select destination, log_partition, from_millis, to_millis, from_offset, to_offset,"
            + " entries, reason from ledger_gap where to_millis >= ? order by from_millis desc"
            + " limit "
            + MAX_LISTED,
        time.toEpochMilli());
  }

  @Override
  public void forgetBefore(Instant time) {
    int _ = database.execute("delete from ledger_gap where to_millis < ?", time.toEpochMilli());
  }
}
