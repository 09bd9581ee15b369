package io.postrider.server.people.sql;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Deletes results of computations. Used within a transaction. */
final class PurgeRows {
  /** How long entries, exits and sizes are stored. */
  static final Duration RETENTION = Duration.ofDays(90);

  private PurgeRows() {}

  /** Deletes some results of a deleted computation; returns how many, 0 at the end. */
  static int computation(CompiledStatements statements, StoredComputation deleted, int most) {
    List<Long> profiles =
        statements
            .handle()
            .select(
                "select profile from membership where computation = ? order by profile limit ?",
                deleted.id(),
                most)
            .mapTo(Long.class)
            .list();
    if (profiles.isEmpty()) {
      StoredComputationRows.delete(statements.handle(), deleted.id());
      return 0;
    }
    Dialect dialect = statements.dialect();
    if (deleted.kind() == ComputationKind.TRAIT) {
      String key = new ComputationId(deleted.kind(), deleted.id()).toString();
      statements.execute(
          SqlText.of(
              "update profile set computed = ? where ?",
              ChangeRows.withoutTrait(dialect, key),
              dialect.among("id", profiles)));
    }
    statements.execute(
        SqlText.of(
            "delete from membership where computation = ? and ?",
            deleted.id(),
            dialect.among("profile", profiles)));
    return profiles.size();
  }

  static void profiles(CompiledStatements statements, Collection<Long> profiles) {
    SqlText among = statements.dialect().among("profile", profiles);
    Map<Long, Long> growth = new TreeMap<>();
    statements.each(
        SqlText.of(
            "select computation, count(*) from membership where ? group by computation", among),
        row -> growth.put(row.getLong(1), -row.getLong(2)));
    for (String table : List.of("membership", "transition", "pending", "outbox")) {
      statements.execute(SqlText.of("delete from " + table + " where ?", among));
    }
    StoredComputationRows.grow(statements.handle(), growth);
  }

  /** Deletes old entries and exits of some profiles; returns the last of these profiles, or 0. */
  static long transitions(CompiledStatements statements, long after, int most) {
    long upTo =
        statements
            .list(
                SqlText.of(
                    "select coalesce(max(x.profile), 0) from (select distinct profile"
                        + " from transition where profile > ? order by profile limit ?) x",
                    after,
                    most),
                row -> row.getLong(1))
            .getFirst();
    if (upTo > 0) {
      statements.execute(
          SqlText.of(
              "delete from transition where profile > ? and profile <= ?"
                  + " and (at < ? or audience not in (select id from computation))",
              after,
              upTo,
              RETENTION));
    }
    return upTo;
  }
}
