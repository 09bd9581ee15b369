package io.postrider.server.store;

import io.postrider.audience.ComputationKind;
import io.postrider.server.audience.Kept;
import io.postrider.server.store.compile.SqlText;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps differences as changes: the membership, what is told of it, and the history of the person,
 * each under the number of the change. To be used within a transaction.
 */
final class ChangeRows {

  /** How many entries and exits of one person and audience are remembered. */
  static final int MOST_TRANSITIONS = 100;

  private final Rows rows;

  ChangeRows(Rows rows) {
    this.rows = rows;
  }

  /** A difference that has its number. */
  private record Change(long number, Difference difference) {

    long profile() {
      return difference.profile();
    }
  }

  /** Keeps them; how many destinations are to be told of. */
  int keep(Kept kept, String key, List<Difference> differences) {
    if (differences.isEmpty()) {
      return 0;
    }
    long number = ChangeNumbers.draw(rows.handle(), differences.size(), rows.now());
    List<Change> changes = new ArrayList<>();
    long growth = 0;
    for (Difference difference : differences) {
      changes.add(new Change(number++, difference));
      growth += (difference.after() ? 1 : 0) - (difference.before() ? 1 : 0);
    }
    memberships(kept, changes);
    if (kept.kind() == ComputationKind.AUDIENCE) {
      transitions(kept, changes);
    } else {
      changes.forEach(change -> computed(key, change.difference()));
    }
    KeptRows.grow(rows.handle(), kept.id(), growth);
    return kept.destinations().isEmpty() ? 0 : tell(kept, changes);
  }

  private void memberships(Kept kept, List<Change> changes) {
    long at = rows.now().toEpochMilli();
    rows.batch(
        "insert into membership (computation, profile, since, change, value)"
            + " values (?, ?, ?, ?, ?) on conflict (computation, profile) do update set"
            + " since = excluded.since, change = excluded.change, value = excluded.value",
        changes.stream().filter(change -> change.difference().after()).toList(),
        (statement, change) -> {
          statement.setLong(1, kept.id());
          statement.setLong(2, change.profile());
          statement.setLong(3, at);
          statement.setLong(4, change.number());
          statement.setString(
              5, kept.kind() == ComputationKind.AUDIENCE ? null : change.difference().sent());
        });
    rows.batch(
        "delete from membership where computation = ? and profile = ?",
        changes.stream().filter(change -> !change.difference().after()).toList(),
        (statement, change) -> {
          statement.setLong(1, kept.id());
          statement.setLong(2, change.profile());
        });
  }

  private void computed(String key, Difference difference) {
    String stored = difference.stored();
    rows.execute(
        new SqlText()
            .add("update profile set computed = ")
            .add(
                stored == null
                    ? rows.dialect().without("computed", key)
                    : rows.dialect().with("computed", key, stored))
            .add(" where id = ")
            .bind(difference.profile()));
  }

  private void transitions(Kept kept, List<Change> changes) {
    rows.batch(
        "insert into transition (profile, change, audience, at, entered) values (?, ?, ?, ?, ?)",
        changes,
        (statement, change) -> {
          statement.setLong(1, change.profile());
          statement.setLong(2, change.number());
          statement.setLong(3, kept.id());
          statement.setLong(4, rows.now().toEpochMilli());
          statement.setBoolean(5, change.difference().after());
        });
    // nobody enters twice without leaving: it is enough to make room for one more at each exit
    rows.batch(
        "delete from transition where profile = ? and audience = ? and change <= (select t.change"
            + " from transition t where t.profile = ? and t.audience = ?"
            + " order by t.change desc limit 1 offset "
            + (MOST_TRANSITIONS - 1)
            + ")",
        changes.stream().filter(change -> change.difference().before()).toList(),
        (statement, change) -> {
          statement.setLong(1, change.profile());
          statement.setLong(2, kept.id());
          statement.setLong(3, change.profile());
          statement.setLong(4, kept.id());
        });
  }

  /** Tells of each change but of values that are gone; their numbers stay unused. */
  private int tell(Kept kept, List<Change> changes) {
    List<OutboxRows.Told> told = new ArrayList<>();
    for (Change change : changes) {
      String sent = change.difference().sent();
      if (sent != null) {
        byte[] user = change.difference().userId();
        told.add(new OutboxRows.Told(change.number(), change.profile(), user, sent));
      }
    }
    OutboxRows.add(rows, kept.id(), DestinationBytes.of(kept.destinations()), told);
    return told.size();
  }
}
