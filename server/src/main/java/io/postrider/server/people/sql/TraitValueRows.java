package io.postrider.server.people.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.Wtf8;
import io.postrider.profile.SearchTerms;
import io.postrider.profile.SearchTerms.Term;
import io.postrider.server.database.Handle;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search index of traits and user IDs. Used within a transaction.
 *
 * <p>Its rows follow from the stored row of a profile, so that a change writes only the rows that
 * differ, and needs no second index to find old ones.
 */
final class TraitValueRows implements AutoCloseable {

  private static final String NOTHING = "{}";

  private final RowBatch added;
  private final RowBatch removed;

  TraitValueRows(Handle handle) {
    added =
        new RowBatch(
            handle,
            "insert into trait_value (name, value, profile) values (?, ?, ?)"
                + " on conflict do nothing");
    removed =
        new RowBatch(
            handle, "delete from trait_value where name = ? and value = ? and profile = ?");
  }

  /**
   * Indexes the changed traits of a profile.
   *
   * @param before its stored traits; null for a new profile
   */
  void change(long profile, @Nullable String before, String after) {
    Set<Term> old = SearchTerms.of(before == null ? NOTHING : before);
    Set<Term> now = SearchTerms.of(after);
    for (Term term : old) {
      if (!now.contains(term)) {
        add(removed, term, profile);
      }
    }
    for (Term term : now) {
      if (!old.contains(term)) {
        add(added, term, profile);
      }
    }
  }

  /** Indexes the user ID of a profile that had another one, or none. */
  void changeUser(long profile, byte @Nullable [] before, byte @Nullable [] after) {
    if (before != null) {
      add(removed, Term.ofUser(Wtf8.decode(before)), profile);
    }
    if (after != null) {
      add(added, Term.ofUser(Wtf8.decode(after)), profile);
    }
  }

  private static void add(RowBatch batch, Term term, long profile) {
    batch.put(term.name()).put(bytes(term)).put(profile).add();
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stored(long id, byte @Nullable [] userId, String traits) {

    static Stored of(ResultSet row) throws SQLException {
      return new Stored(row.getLong(1), row.getBytes(2), row.getString(3));
    }
  }

  static byte[] bytes(Term term) {
    return term.value().getBytes(UTF_8);
  }

  /** Removes profiles from the index; called before their traits are deleted. */
  static void remove(Handle handle, Collection<Long> profiles) {
    List<Stored> found = new ArrayList<>();
    KeyedRows.find(
        handle,
        "select id, user_id, traits from profile where id in (%s)",
        List.copyOf(profiles),
        KeyedRows.NUMBERS,
        row -> found.add(Stored.of(row)));
    try (TraitValueRows rows = new TraitValueRows(handle)) {
      for (Stored profile : found) {
        rows.change(profile.id(), profile.traits(), NOTHING);
        rows.changeUser(profile.id(), profile.userId(), null);
      }
    }
  }

  /** Removes the traits of a profile from the index; called before they are deleted. */
  static void removeTraits(Handle handle, long profile) {
    try (TraitValueRows rows = new TraitValueRows(handle)) {
      handle
          .select("select id, user_id, traits from profile where id = ?", profile)
          .map(row -> Stored.of(row))
          .forEach(stored -> rows.change(profile, stored.traits(), NOTHING));
    }
  }

  /** The stored user ID of a profile. */
  static byte @Nullable [] user(Handle handle, long profile) {
    return handle
        .select("select user_id from profile where id = ?", profile)
        .map(row -> Optional.ofNullable(row.getBytes(1)))
        .findFirst()
        .flatMap(user -> user)
        .orElse(null);
  }

  /** Removes all traits from the index; user IDs stay. */
  static void clear(Handle handle) {
    handle.execute("delete from trait_value where name <> ?", SearchTerms.USER);
  }

  /** Whether profiles of earlier versions are still to be indexed. */
  static boolean isIndexing(Handle handle) {
    return handle.select("select count(*) from trait_indexing").mapTo(Long.class).one() > 0;
  }

  /** Indexes some profiles of earlier versions; returns whether there may be more. */
  static boolean index(Handle handle, int most) {
    Long after =
        handle
            .select("select after_profile from trait_indexing where id = 1")
            .mapTo(Long.class)
            .findOne()
            .orElse(null);
    if (after == null) {
      return false;
    }
    List<Stored> next =
        handle
            .select(
                "select id, user_id, traits from profile where id > ? order by id limit ?",
                after,
                most)
            .map(row -> Stored.of(row))
            .list();
    if (next.isEmpty()) {
      handle.execute("delete from trait_indexing");
      return false;
    }
    try (TraitValueRows rows = new TraitValueRows(handle)) {
      for (Stored profile : next) {
        rows.change(profile.id(), null, profile.traits());
        rows.changeUser(profile.id(), null, profile.userId());
      }
    }
    handle.execute("update trait_indexing set after_profile = ?", next.getLast().id());
    return true;
  }

  @Override
  public void close() {
    removed.close();
    added.close();
  }
}
