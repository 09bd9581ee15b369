package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.compiler.ProfileScope;

/**
 * Profiles as an evaluation takes and holds them. To be used within a transaction, before anything
 * about them is read.
 */
final class LockedProfiles {

  private LockedProfiles() {}

  /** Profiles that follow each other: how many, and the last of them. */
  record Stretch(int profiles, long upTo) {}

  /** Those who follow behind one; none if it was the last. */
  static Stretch next(CompiledStatements rows, long after, int most) {
    SqlText sql =
        new SqlText()
            .add("select count(*), max(x.id) from (select id from profile where id > ")
            .bind(after)
            .add(" order by id limit ")
            .bind(most)
            .add(") x");
    return rows.list(sql, row -> new Stretch(row.getInt(1), row.getLong(2))).getFirst();
  }

  /** Has whoever wants to change these profiles wait, and waits for those who do. */
  static void hold(CompiledStatements rows, ProfileScope scope) {
    if (!rows.dialect().locking().isEmpty()) {
      rows.each(
          new SqlText()
              .add("select p.id from profile p where ")
              .add(scope.of("p.id", rows.dialect()))
              .add(" order by p.id")
              .add(rows.dialect().locking()),
          row -> {});
    }
  }
}
