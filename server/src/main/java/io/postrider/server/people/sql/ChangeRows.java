package io.postrider.server.people.sql;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps differences as changes: the membership, what is told of it, and the history of the person,
 * each under the number of the change. To be used within a transaction.
 */
final class ChangeRows {

  /** How many entries and exits of one person and audience are remembered. */
  static final int MOST_TRANSITIONS = 100;

  private final CompiledStatements rows;

  ChangeRows(CompiledStatements rows) {
    this.rows = rows;
  }

  /** What differs, and of which computation. */
  record Finding(StoredComputation stored, ComputationId id, MembershipDifference difference) {}

  /** A finding that has its number. */
  private record Change(long number, Finding finding) {

    StoredComputation stored() {
      return finding.stored();
    }

    MembershipDifference difference() {
      return finding.difference();
    }

    long profile() {
      return difference().profile();
    }

    boolean isOfAudience() {
      return stored().kind() == ComputationKind.AUDIENCE;
    }
  }

  /** Keeps them, numbered in their order; how many destinations are to be told of. */
  int write(List<Finding> findings) {
    if (findings.isEmpty()) {
      return 0;
    }
    long number = ChangeNumbers.draw(rows.handle(), findings.size(), rows.now());
    List<Change> changes = new ArrayList<>();
    for (Finding finding : findings) {
      changes.add(new Change(number++, finding));
    }
    memberships(changes);
    transitions(changes.stream().filter(Change::isOfAudience).toList());
    changes.stream().filter(change -> !change.isOfAudience()).forEach(this::computed);
    sizes(changes);
    return tell(changes);
  }

  private void memberships(List<Change> changes) {
    long at = rows.now().toEpochMilli();
    rows.batch(
        "insert into membership (computation, profile, since, change, value)"
            + " values (?, ?, ?, ?, ?) on conflict (computation, profile) do update set"
            + " since = excluded.since, change = excluded.change, value = excluded.value",
        changes.stream().filter(change -> change.difference().after()).toList(),
        (statement, change) -> {
          statement.setLong(1, change.stored().id());
          statement.setLong(2, change.profile());
          statement.setLong(3, at);
          statement.setLong(4, change.number());
          statement.setString(5, change.isOfAudience() ? null : change.difference().sent());
        });
    rows.batch(
        "delete from membership where computation = ? and profile = ?",
        changes.stream().filter(change -> !change.difference().after()).toList(),
        (statement, change) -> {
          statement.setLong(1, change.stored().id());
          statement.setLong(2, change.profile());
        });
  }

  private void computed(Change change) {
    MembershipDifference difference = change.difference();
    String key = change.finding().id().toString();
    String stored = difference.stored();
    rows.execute(
        new SqlText()
            .add("update profile set computed = ")
            .add(
                stored == null
                    ? ComputedTraitColumn.without(rows.dialect(), key)
                    : ComputedTraitColumn.with(rows.dialect(), key, stored, difference.moment()))
            .add(" where id = ")
            .bind(change.profile()));
  }

  private void transitions(List<Change> changes) {
    rows.batch(
        "insert into transition (profile, change, audience, at, entered) values (?, ?, ?, ?, ?)",
        changes,
        (statement, change) -> {
          statement.setLong(1, change.profile());
          statement.setLong(2, change.number());
          statement.setLong(3, change.stored().id());
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
          statement.setLong(2, change.stored().id());
          statement.setLong(3, change.profile());
          statement.setLong(4, change.stored().id());
        });
  }

  private void sizes(List<Change> changes) {
    Map<Long, Long> growth = new TreeMap<>();
    for (Change change : changes) {
      MembershipDifference difference = change.difference();
      long more = (difference.after() ? 1L : 0L) - (difference.before() ? 1L : 0L);
      growth.merge(change.stored().id(), more, Long::sum);
    }
    StoredComputationRows.grow(rows, growth);
  }

  /** Tells of each change but of values that are gone; their numbers stay unused. */
  private int tell(List<Change> changes) {
    List<OutboxRows.Told> told = new ArrayList<>();
    for (Change change : changes) {
      StoredComputation stored = change.stored();
      MembershipDifference difference = change.difference();
      String sent = difference.sent();
      if (sent != null && !stored.destinations().isEmpty()) {
        told.add(
            new OutboxRows.Told(
                change.number(),
                stored.id(),
                difference.profile(),
                difference.userId(),
                sent,
                stored.destinations()));
      }
    }
    OutboxRows.add(rows, told);
    return told.size();
  }
}
