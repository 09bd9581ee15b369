package io.postrider.server.store;

import java.util.List;

/** How changes that have to be told lie in their table. To be used within a transaction. */
final class OutboxRows {

  /**
   * One change of one person.
   *
   * @param value JSON
   */
  @SuppressWarnings("ArrayRecordComponent") // written to a row, and never compared
  record Told(long number, long profile, byte[] userId, String value) {}

  private OutboxRows() {}

  static void add(Rows rows, long computation, byte[] destinations, List<Told> all) {
    rows.batch(
        "insert into outbox (change, computation, profile, user_id, value, destinations, at)"
            + " values (?, ?, ?, ?, ?, ?, ?)",
        all,
        (statement, one) -> {
          statement.setLong(1, one.number());
          statement.setLong(2, computation);
          statement.setLong(3, one.profile());
          statement.setBytes(4, one.userId());
          statement.setString(5, one.value());
          statement.setBytes(6, destinations);
          statement.setLong(7, rows.now().toEpochMilli());
        });
  }
}
