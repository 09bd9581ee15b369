package io.postrider.server.delivery.sql;

import io.postrider.server.background.RepeatedRecords;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import java.util.Set;

/** Reads the repeats that {@link SqlCursorStore} saved, each with the position behind it. */
public final class SqlRepeatedRecords implements RepeatedRecords {

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlRepeatedRecords(Database database) {
    this.access = database;
  }

  @Override
  public long knownTo(int partition) {
    return access.read(
        handle ->
            handle
                .select("select position from delivery_position where log_partition = ?", partition)
                .mapTo(Long.class)
                .findOne()
                .orElse(0L));
  }

  @Override
  public Set<Long> between(int partition, long from, long to) {
    return access.read(
        handle ->
            Set.copyOf(
                handle
                    .select(
                        "select log_offset from delivery_duplicate"
                            + " where log_partition = ? and log_offset >= ? and log_offset < ?",
                        partition,
                        from,
                        to)
                    .mapTo(Long.class)
                    .list()));
  }
}
