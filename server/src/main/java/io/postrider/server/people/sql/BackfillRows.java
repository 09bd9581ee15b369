package io.postrider.server.people.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Tells destinations that were added later who is in a computation. To be used within a
 * transaction.
 *
 * <p>Whoever came in after the destination was added was told of then; so only those whose last
 * change is older are told of here.
 */
final class BackfillRows {

  private record Introduction(long computation, long destination, long after, long upToChange) {}

  @SuppressWarnings("ArrayRecordComponent") // read from a row, and never compared
  private record Member(long profile, byte[] userId, String value) {}

  private BackfillRows() {}

  /** Goes on with one; how many were told of, or -1 if there is nothing to go on with. */
  static int advance(CompiledStatements rows, int most) {
    Introduction one = first(rows.handle()).orElse(null);
    if (one == null) {
      return -1;
    }
    List<Member> members = members(rows, one, most);
    if (members.isEmpty()) {
      rows.handle()
          .execute(
              "delete from introduction where computation = ? and destination = ?",
              one.computation(),
              one.destination());
      return 0;
    }
    long number = ChangeNumbers.draw(rows.handle(), members.size(), rows.now());
    List<DestinationId> destination = List.of(new DestinationId(one.destination()));
    List<OutboxRows.Told> told = new ArrayList<>();
    for (Member member : members) {
      told.add(
          new OutboxRows.Told(
              number++,
              one.computation(),
              member.profile(),
              member.userId(),
              member.value(),
              destination));
    }
    OutboxRows.add(rows, told);
    rows.handle()
        .execute(
            "update introduction set after_profile = ? where computation = ? and destination = ?",
            members.getLast().profile(),
            one.computation(),
            one.destination());
    return told.size();
  }

  private static Optional<Introduction> first(Handle handle) {
    return handle
        .select(
            "select i.* from introduction i join computation c on c.id = i.computation"
                + " where not c.paused and not c.deleted order by i.computation, i.destination"
                + " limit 1")
        .map(
            (row, context) ->
                new Introduction(
                    row.getLong("computation"),
                    row.getLong("destination"),
                    row.getLong("after_profile"),
                    row.getLong("up_to_change")))
        .findFirst();
  }

  private static List<Member> members(CompiledStatements rows, Introduction one, int most) {
    return rows.list(
        new SqlText()
            .add("select m.profile, p.user_id, m.value from membership m")
            .add(" join profile p on p.id = m.profile where m.computation = ")
            .bind(one.computation())
            .add(" and m.profile > ")
            .bind(one.after())
            .add(" and m.change <= ")
            .bind(one.upToChange())
            .add(" order by m.profile limit ")
            .bind(most),
        row -> {
          String value = row.getString(3);
          return new Member(row.getLong(1), row.getBytes(2), value == null ? "true" : value);
        });
  }
}
