package io.postrider.server.people.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Sends the current members of computations to destinations that were added later. Used within a
 * transaction.
 *
 * <p>A member whose last change is newer than the destination was sent with that change; a backfill
 * sends only the older ones. The table {@code introduction} holds the open backfills.
 */
final class BackfillRows {
  private record Backfill(long computation, long destination, long after, long upToChange) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Member(long profile, byte[] userId, String value) {}

  private BackfillRows() {}

  /** Advances one backfill; returns how many members it sent, or -1 if no backfill is open. */
  static int advance(CompiledStatements statements, int most) {
    Handle handle = statements.handle();
    Backfill backfill = first(handle).orElse(null);
    if (backfill == null) {
      return -1;
    }
    List<Member> members = members(statements, backfill, most);
    if (members.isEmpty()) {
      delete(handle, backfill.computation(), backfill.destination());
      return 0;
    }
    long number = ChangeRows.drawNumbers(handle, members.size(), statements.now());
    List<DestinationId> destination = List.of(new DestinationId(backfill.destination()));
    List<SqlOutbox.Row> rows = new ArrayList<>();
    for (Member member : members) {
      rows.add(
          new SqlOutbox.Row(
              number++,
              backfill.computation(),
              member.profile(),
              member.userId(),
              member.value(),
              destination));
    }
    SqlOutbox.add(statements, rows);
    handle.execute(
        "update introduction set after_profile = ? where computation = ? and destination = ?",
        rows.getLast().profile(),
        backfill.computation(),
        backfill.destination());
    return rows.size();
  }

  private static Optional<Backfill> first(Handle handle) {
    return handle
        .select(
            "select i.computation, i.destination, i.after_profile as after, i.up_to_change"
                + " from introduction i join computation c on c.id = i.computation"
                + " where not c.paused and not c.deleted order by i.computation, i.destination"
                + " limit 1")
        .mapTo(Backfill.class)
        .findFirst();
  }

  private static List<Member> members(CompiledStatements statements, Backfill backfill, int most) {
    return statements.list(
        SqlText.of(
            "select m.profile, p.user_id, coalesce(m.value, 'true') from membership m"
                + " join profile p on p.id = m.profile where m.computation = ?"
                + " and m.profile > ? and m.change <= ? order by m.profile limit ?",
            backfill.computation(),
            backfill.after(),
            backfill.upToChange(),
            most),
        row -> new Member(row.getLong(1), row.getBytes(2), row.getString(3)));
  }

  /** Removes backfills to destinations that a computation no longer has, and adds new ones. */
  static void update(Handle handle, StoredComputation stored, List<DestinationId> added) {
    Set<Long> current = new HashSet<>();
    stored.destinations().forEach(destination -> current.add(destination.bits()));
    for (long destination :
        handle
            .select("select destination from introduction where computation = ?", stored.id())
            .mapTo(Long.class)
            .list()) {
      if (!current.contains(destination)) {
        delete(handle, stored.id(), destination);
      }
    }
    for (DestinationId destination : added) {
      handle.execute(
          "insert into introduction (computation, destination, after_profile, up_to_change)"
              + " values (?, ?, 0, ?)",
          stored.id(),
          destination.bits(),
          ChangeRows.lastNumber(handle));
    }
  }

  private static void delete(Handle handle, long computation, long destination) {
    handle.execute(
        "delete from introduction where computation = ? and destination = ?",
        computation,
        destination);
  }
}
