package io.postrider.server.people.sql;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.profile.StoredKey;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.sql.MembershipDifferences.Difference;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores differences as numbered changes: the membership, the history of the profile, the size of
 * the computation and the outbox row. Used within a transaction.
 *
 * <p>A number is never used twice, not even after the database was deleted: numbers start at the
 * microseconds since 1970. Evaluation locks their row, so that only one node evaluates at a time.
 */
final class ChangeRows {
  /** The most entries and exits stored for one profile and audience. */
  static final int MAX_TRANSITIONS = 100;

  static final String INSERT_MEMBERSHIP =
      "insert into membership (computation, profile, since, change, value)"
          + " values (?, ?, ?, ?, ?) on conflict (computation, profile) do update set"
          + " since = excluded.since, change = excluded.change, value = excluded.value";
  static final String DELETE_MEMBERSHIP =
      "delete from membership where computation = ? and profile = ?";
  static final String INSERT_TRANSITION =
      "insert into transition (profile, change, audience, at, entered)"
          + " values (?, ?, ?, ?, ?) on conflict (profile, change) do nothing";
  static final int NUMBER_ROW = 2;
  private static final SqlText COMPUTED = new SqlText().add("computed");

  private final CompiledStatements statements;

  ChangeRows(CompiledStatements statements) {
    this.statements = statements;
  }

  /** Makes other evaluations wait until this transaction ends. */
  static void lock(Handle handle, Dialect dialect) {
    long _ = number(handle, dialect.locking());
  }

  static long lastNumber(Handle handle) {
    return number(handle, "");
  }

  private static long number(Handle handle, String locking) {
    return handle
        .select("select number from evaluation where id = ?" + locking, NUMBER_ROW)
        .mapTo(Long.class)
        .one();
  }

  /** Draws consecutive numbers; returns the first. */
  static long drawNumbers(Handle handle, int count, Instant now) {
    long first = Math.max(lastNumber(handle), ChronoUnit.MICROS.between(Instant.EPOCH, now)) + 1;
    handle.execute("update evaluation set number = ? where id = ?", first + count - 1, NUMBER_ROW);
    return first;
  }

  record Finding(StoredComputation stored, ComputationId id, Difference difference) {}

  private record Change(long number, Finding finding) {
    long computation() {
      return finding.stored().id();
    }

    Difference difference() {
      return finding.difference();
    }

    long profile() {
      return difference().profile();
    }

    boolean isOfAudience() {
      return finding.stored().kind() == ComputationKind.AUDIENCE;
    }
  }

  /** Stores findings in their order; returns how many changes go to destinations. */
  int write(List<Finding> findings) {
    if (findings.isEmpty()) {
      return 0;
    }
    long number = drawNumbers(statements.handle(), findings.size(), statements.now());
    List<Change> changes = new ArrayList<>();
    for (Finding finding : findings) {
      changes.add(new Change(number++, finding));
    }
    writeMemberships(changes);
    writeTransitions(changes.stream().filter(Change::isOfAudience).toList());
    changes.stream().filter(change -> !change.isOfAudience()).forEach(this::writeComputedTrait);
    updateSizes(changes);
    return addToOutbox(changes);
  }

  private void writeMemberships(List<Change> changes) {
    long at = statements.now().toEpochMilli();
    try (RowBatch members = new RowBatch(statements.handle(), INSERT_MEMBERSHIP);
        RowBatch removed = new RowBatch(statements.handle(), DELETE_MEMBERSHIP)) {
      for (Change change : changes) {
        if (change.difference().after()) {
          String value = change.isOfAudience() ? null : change.difference().sent();
          members.row(change.computation(), change.profile(), at, change.number(), value);
        } else {
          removed.row(change.computation(), change.profile());
        }
      }
    }
  }

  private void writeComputedTrait(Change change) {
    Difference difference = change.difference();
    String key = change.finding().id().toString();
    String stored = difference.stored();
    SqlText column =
        stored == null
            ? withoutTrait(statements.dialect(), key)
            : withTrait(statements.dialect(), key, stored, difference.moment());
    statements.execute(
        SqlText.of("update profile set computed = ? where id = ?", column, change.profile()));
  }

  /** The column {@code computed} with a trait and the moment beside it, if there is one. */
  static SqlText withTrait(Dialect dialect, String key, String stored, @Nullable String moment) {
    SqlText value = dialect.with(COMPUTED, key, stored);
    return moment == null
        ? dialect.without(value, StoredKey.moment(key))
        : dialect.with(value, StoredKey.moment(key), moment);
  }

  /** The column {@code computed} without a trait and the moment beside it. */
  static SqlText withoutTrait(Dialect dialect, String key) {
    return dialect.without(dialect.without(COMPUTED, key), StoredKey.moment(key));
  }

  private void writeTransitions(List<Change> changes) {
    long at = statements.now().toEpochMilli();
    try (RowBatch batch = new RowBatch(statements.handle(), INSERT_TRANSITION)) {
      for (Change change : changes) {
        boolean entered = change.difference().after();
        batch.row(change.profile(), change.number(), change.computation(), at, entered);
      }
    }
    // an entry follows every exit, so it is enough to make room at exits
    try (RowBatch batch =
        new RowBatch(
            statements.handle(),
            "delete from transition where profile = ? and audience = ? and change <= (select"
                + " t.change from transition t where t.profile = ? and t.audience = ?"
                + " order by t.change desc limit 1 offset ?)")) {
      for (Change change : changes) {
        if (change.difference().before()) {
          long profile = change.profile();
          long audience = change.computation();
          batch.row(profile, audience, profile, audience, MAX_TRANSITIONS - 1);
        }
      }
    }
  }

  private void updateSizes(List<Change> changes) {
    Map<Long, Long> growth = new TreeMap<>();
    for (Change change : changes) {
      Difference difference = change.difference();
      long more = (difference.after() ? 1L : 0L) - (difference.before() ? 1L : 0L);
      growth.merge(change.computation(), more, Long::sum);
    }
    StoredComputationRows.grow(statements.handle(), growth);
  }

  /** Removed values are not sent; their numbers stay unused. */
  private int addToOutbox(List<Change> changes) {
    List<SqlOutbox.Row> rows = new ArrayList<>();
    for (Change change : changes) {
      List<DestinationId> destinations = change.finding().stored().destinations();
      Difference difference = change.difference();
      String sent = difference.sent();
      if (sent != null && !destinations.isEmpty()) {
        rows.add(
            new SqlOutbox.Row(
                change.number(),
                change.computation(),
                difference.profile(),
                difference.userId(),
                sent,
                destinations));
      }
    }
    SqlOutbox.add(statements, rows);
    return rows.size();
  }
}
