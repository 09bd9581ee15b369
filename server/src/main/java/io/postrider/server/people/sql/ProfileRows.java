package io.postrider.server.people.sql;

import io.postrider.profile.Traits;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Handle;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.Identity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of profiles. Used within a transaction. */
final class ProfileRows {

  private record Stored(String traits, String times) {}

  private final String insert;
  private final String update;

  /**
   * @param json the type of columns that hold JSON
   */
  ProfileRows(String json) {
    insert =
        "insert into profile (id, user_id, traits, trait_times, computed)"
            + " values (?, ?, cast(? as %1$s), ?, cast('{}' as %1$s))".formatted(json);
    update =
        "update profile set traits = cast(? as %s), trait_times = ? where id = ?".formatted(json);
  }

  /**
   * Merges traits and writes the profiles that change.
   *
   * @param made the new profiles, which have their numbers
   * @return how many values were dropped
   */
  long write(Handle handle, Collection<BatchProfile> profiles, Collection<BatchProfile> made) {
    Map<Long, Stored> stored = read(handle, profiles);
    long leftOut = 0;
    try (RowBatch inserts = new RowBatch(handle, insert);
        RowBatch updates = new RowBatch(handle, update);
        RowBatch users = new RowBatch(handle, "update profile set user_id = ? where id = ?");
        TraitValueRows index = new TraitValueRows(handle)) {
      for (BatchProfile profile : profiles) {
        boolean isNew = made.contains(profile);
        Identity user = profile.newUser();
        if (isNew || profile.hasTraitsToMerge()) {
          Traits traits = merged(profile, stored);
          leftOut += traits.leftOut();
          Stored after = new Stored(traits.json(), traits.times());
          if (isNew) {
            inserts.put(profile.number()).put(user == null ? null : user.id());
            inserts.put(after.traits).put(after.times).add();
            index.change(profile.number(), null, after.traits);
            index.changeUser(profile.number(), null, user == null ? null : user.id());
          } else if (!Objects.equals(after, stored.get(profile.number()))) {
            updates.put(after.traits).put(after.times).put(profile.number()).add();
            Stored before = stored.get(profile.number());
            index.change(profile.number(), before == null ? null : before.traits, after.traits);
          }
        }
        if (!isNew && user != null) {
          index.changeUser(
              profile.number(), TraitValueRows.user(handle, profile.number()), user.id());
          users.put(user.id()).put(profile.number()).add();
        }
      }
    }
    return leftOut;
  }

  private static Map<Long, Stored> read(Handle handle, Collection<BatchProfile> profiles) {
    List<Long> wanted = new ArrayList<>();
    for (BatchProfile profile : profiles) {
      if (profile.hasTraitsToMerge()) {
        wanted.add(profile.number());
        wanted.addAll(profile.absorbed());
      }
    }
    Map<Long, Stored> found = new HashMap<>();
    KeyedRows.find(
        handle,
        "select id, traits, trait_times from profile where id in (%s)",
        wanted,
        KeyedRows.NUMBERS,
        row -> found.put(row.getLong(1), new Stored(row.getString(2), row.getString(3))));
    return found;
  }

  private static Traits merged(BatchProfile profile, Map<Long, Stored> stored) {
    Traits traits = traits(stored.get(profile.number()));
    profile.absorbed().forEach(other -> traits.merge(traits(stored.get(other))));
    profile.mergeInto(traits);
    return traits;
  }

  private static Traits traits(@Nullable Stored stored) {
    return stored == null ? new Traits() : Traits.of(stored.traits, stored.times);
  }

  /** Makes writers of these profiles wait, and waits for them. */
  static void lock(CompiledStatements statements, ProfileScope scope) {
    Dialect dialect = statements.dialect();
    if (!dialect.locking().isEmpty()) {
      statements.each(
          SqlText.of(
              "select p.id from profile p where ? order by p.id" + dialect.locking(),
              scope.of("p.id", dialect)),
          row -> {});
    }
  }

  /** Consecutive profiles: how many, and the number of the last. */
  record Stretch(int profiles, long upTo) {}

  /** The next profiles after a number and up to another. */
  static Stretch next(CompiledStatements statements, long after, long upTo, int most) {
    return statements
        .list(
            SqlText.of(
                "select count(*), max(x.id) from (select id from profile where id > ?"
                    + " and id <= ? order by id limit ?) x",
                after,
                upTo,
                most),
            row -> new Stretch(row.getInt(1), row.getLong(2)))
        .getFirst();
  }
}
