package io.postrider.server.people.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Handle;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.EvaluationStore.Progress;
import io.postrider.server.people.audience.StoredComputation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends the current members of computations to destinations that were added later, or that missed
 * messages. Used within a transaction.
 *
 * <p>A member whose last change is newer than the order of the backfill was sent with that change;
 * a backfill sends only the older ones. A destination that missed messages also gets the users who
 * left in the meantime. The table {@code introduction} holds the open backfills; those of disabled
 * destinations wait.
 */
final class BackfillRows {
  /**
   * An open backfill.
   *
   * @param leftFrom the change from which on users who left are sent too; null for members only
   */
  private record Backfill(
      long computation, long destination, long after, long upToChange, @Nullable Long leftFrom) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Member(long profile, byte[] userId, String value) {}

  private BackfillRows() {}

  /** Advances one backfill by some profiles. */
  static Progress advance(CompiledStatements statements, int most) {
    Handle handle = statements.handle();
    Backfill backfill = first(handle).orElse(null);
    if (backfill == null) {
      return Progress.NONE;
    }
    ProfileRows.Stretch next = stretch(statements, backfill, most);
    if (next.profiles() == 0) {
      delete(handle, backfill.computation(), backfill.destination());
      return new Progress(0, 0, true);
    }
    List<Member> members = members(statements, backfill, next.upTo());
    if (backfill.leftFrom() != null) {
      members.addAll(left(statements, backfill, next.upTo()));
    }
    send(statements, backfill, members);
    handle.execute(
        "update introduction set after_profile = ? where computation = ? and destination = ?",
        next.upTo(),
        backfill.computation(),
        backfill.destination());
    return new Progress(next.profiles(), members.size(), true);
  }

  /** The next profiles to look at: members, and all profiles where some of them may have left. */
  private static ProfileRows.Stretch stretch(
      CompiledStatements statements, Backfill backfill, int most) {
    if (backfill.leftFrom() != null) {
      return ProfileRows.next(statements, backfill.after(), Long.MAX_VALUE, most);
    }
    return statements
        .list(
            SqlText.of(
                "select count(*), max(x.profile) from (select profile from membership"
                    + " where computation = ? and profile > ? order by profile limit ?) x",
                backfill.computation(),
                backfill.after(),
                most),
            row -> new ProfileRows.Stretch(row.getInt(1), row.getLong(2)))
        .getFirst();
  }

  private static void send(CompiledStatements statements, Backfill backfill, List<Member> members) {
    if (members.isEmpty()) {
      return;
    }
    Handle handle = statements.handle();
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
  }

  private static Optional<Backfill> first(Handle handle) {
    return handle
        .select(
            "select i.computation, i.destination, i.after_profile as after, i.up_to_change,"
                + " i.left_from from introduction i join computation c on c.id = i.computation"
                + " left join destination_reach r on r.destination = i.destination"
                + " where not c.paused and not c.deleted"
                + " and coalesce(r.enabled_since, '-') <> ''"
                + " order by i.computation, i.destination limit 1")
        .mapTo(Backfill.class)
        .findFirst();
  }

  private static List<Member> members(CompiledStatements statements, Backfill backfill, long upTo) {
    return new ArrayList<>(
        statements.list(
            SqlText.of(
                "select m.profile, p.user_id, coalesce(m.value, 'true') from membership m"
                    + " join profile p on p.id = m.profile where m.computation = ?"
                    + " and m.profile > ? and m.profile <= ? and m.change <= ? order by m.profile",
                backfill.computation(),
                backfill.after(),
                upTo,
                backfill.upToChange()),
            row -> new Member(row.getLong(1), row.getBytes(2), row.getString(3))));
  }

  /** Users who left an audience and are not in it. A computed trait has no history of these. */
  private static List<Member> left(CompiledStatements statements, Backfill backfill, long upTo) {
    return statements.list(
        SqlText.of(
            "select p.id, p.user_id from profile p where p.id > ? and p.id <= ?"
                + " and p.user_id is not null"
                + " and exists (select 1 from transition t where t.profile = p.id"
                + " and t.audience = ? and t.change >= ? and t.change <= ? and not t.entered)"
                + " and not exists (select 1 from membership m where m.computation = ?"
                + " and m.profile = p.id) order by p.id",
            backfill.after(),
            upTo,
            backfill.computation(),
            Objects.requireNonNull(backfill.leftFrom()),
            backfill.upToChange(),
            backfill.computation()),
        row -> new Member(row.getLong(1), row.getBytes(2), "false"));
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

  /**
   * Orders a backfill to a destination that missed messages, from the start.
   *
   * @param leftFrom the first change that it may have missed
   */
  static void restart(Handle handle, long computation, long destination, long leftFrom) {
    handle.execute(
        "insert into introduction (computation, destination, after_profile, up_to_change,"
            + " left_from) values (?, ?, 0, ?, ?) on conflict (computation, destination)"
            + " do update set after_profile = 0, up_to_change = excluded.up_to_change,"
            + " left_from = case when introduction.left_from < excluded.left_from"
            + " then introduction.left_from else excluded.left_from end",
        computation,
        destination,
        ChangeRows.lastNumber(handle),
        leftFrom);
  }

  private static void delete(Handle handle, long computation, long destination) {
    handle.execute(
        "delete from introduction where computation = ? and destination = ?",
        computation,
        destination);
  }
}
