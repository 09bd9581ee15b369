package io.postrider.server.people.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.DestinationBytes;
import java.util.List;

/** How changes that have to be told lie in their table. To be used within a transaction. */
final class OutboxRows {

  /**
   * One change of one person.
   *
   * @param value JSON
   * @param destinations those who are told
   */
  @SuppressWarnings("ArrayRecordComponent") // written to a row, and never compared
  record Told(
      long number,
      long computation,
      long profile,
      byte[] userId,
      String value,
      List<DestinationId> destinations) {}

  private OutboxRows() {}

  static void add(CompiledStatements rows, List<Told> all) {
    rows.batch(
        "insert into outbox (change, computation, profile, user_id, value, destinations, at)"
            + " values (?, ?, ?, ?, ?, ?, ?)",
        all,
        (statement, one) -> {
          statement.setLong(1, one.number());
          statement.setLong(2, one.computation());
          statement.setLong(3, one.profile());
          statement.setBytes(4, one.userId());
          statement.setString(5, one.value());
          statement.setBytes(6, DestinationBytes.of(one.destinations()));
          statement.setLong(7, rows.now().toEpochMilli());
        });
  }
}
