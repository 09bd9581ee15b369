package io.postrider.server.people.sql;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Forgetting what was concluded. To be used within a transaction. */
final class PurgeRows {

  /** How long entries and exits, and sizes, are remembered. */
  static final Duration MEMORY = Duration.ofDays(90);

  private PurgeRows() {}

  /** Throws some of a deleted computation away; how many people that were, or 0 at the end. */
  static int computation(CompiledStatements rows, StoredComputation gone, int most) {
    List<Long> profiles =
        rows.handle()
            .select(
                "select profile from membership where computation = ? order by profile limit ?",
                gone.id(),
                most)
            .mapTo(Long.class)
            .list();
    if (profiles.isEmpty()) {
      StoredComputationRows.delete(rows.handle(), gone.id());
      return 0;
    }
    if (gone.kind() == ComputationKind.TRAIT) {
      String key = new ComputationId(gone.kind(), gone.id()).toString();
      rows.execute(
          new SqlText()
              .add("update profile set computed = ")
              .add(ComputedTraitColumn.without(rows.dialect(), key))
              .add(" where ")
              .add(rows.dialect().among("id", profiles)));
    }
    rows.execute(
        new SqlText()
            .add("delete from membership where computation = ")
            .bind(gone.id())
            .add(" and ")
            .add(rows.dialect().among("profile", profiles)));
    return profiles.size();
  }

  /** Throws away all that was concluded of some people. */
  static void people(CompiledStatements rows, Collection<Long> profiles) {
    Map<Long, Long> growth = new TreeMap<>();
    rows.each(
        new SqlText()
            .add("select computation, count(*) from membership where ")
            .add(rows.dialect().among("profile", profiles))
            .add(" group by computation"),
        row -> growth.put(row.getLong(1), -row.getLong(2)));
    for (String table : List.of("membership", "transition", "pending", "outbox")) {
      rows.execute(
          new SqlText()
              .add("delete from ")
              .add(table)
              .add(" where ")
              .add(rows.dialect().among("profile", profiles)));
    }
    StoredComputationRows.grow(rows, growth);
  }

  /** Forgets entries and exits of some people that are too old; the last of them, or 0. */
  static long transitions(CompiledStatements rows, long after, int most) {
    @Nullable Long upTo =
        rows.list(
                new SqlText()
                    .add("select max(x.profile) from (select distinct profile from transition")
                    .add(" where profile > ")
                    .bind(after)
                    .add(" order by profile limit ")
                    .bind(most)
                    .add(") x"),
                row -> {
                  long last = row.getLong(1);
                  return row.wasNull() ? 0L : last;
                })
            .getFirst();
    if (upTo == null || upTo == 0) {
      return 0;
    }
    rows.execute(
        new SqlText()
            .add("delete from transition where profile > ")
            .bind(after)
            .add(" and profile <= ")
            .bind(upTo)
            .add(" and (at < ")
            .bindAgo(MEMORY)
            .add(" or audience not in (select id from computation))"));
    return upTo;
  }
}
