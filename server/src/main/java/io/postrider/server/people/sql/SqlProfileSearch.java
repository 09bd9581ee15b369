package io.postrider.server.people.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.Wtf8;
import io.postrider.profile.SearchTerms;
import io.postrider.profile.SearchTerms.Term;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.ProfileSearch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds profiles in the search index of traits. Any thread may call it. */
public final class SqlProfileSearch implements ProfileSearch {

  private static final byte[] FIRST = {};

  private final Database database;

  /** Searches a database that was opened with {@link Schema#PROFILES}. */
  public SqlProfileSearch(Database database) {
    this.database = database;
  }

  private record Found(Match match, String traits) {}

  @Override
  public Results search(Wanted wanted, @Nullable Position after, int most) {
    boolean users = wanted.path().isEmpty();
    Term term = users ? Term.ofUser(wanted.value()) : Term.of(wanted.path(), wanted.value());
    byte[] value = TraitValueRows.bytes(term);
    List<Found> found =
        database.list(
            row ->
                new Found(
                    new Match(
                        new Position(new String(row.getBytes(1), UTF_8), row.getLong(2)),
                        Wtf8.decode(row.getBytes(3)),
                        Instant.ofEpochMilli(row.getLong(5))),
                    row.getString(4)),
            "select v.value, v.profile, p.user_id, p.traits, a.last_seen_at from trait_value v"
                // SQLite keeps the order of a cross join: the index first
                + " cross join profile p cross join activity a"
                + " where p.id = v.profile and a.profile = v.profile"
                + " and v.name = ? and v.value >= ? and v.value < ?"
                + " and (v.value, v.profile) > (?, ?) and p.user_id is not null"
                + " order by v.value, v.profile limit ?",
            term.name(),
            value,
            wanted.prefix() ? next(value) : Arrays.copyOf(value, value.length + 1),
            after == null ? FIRST : after.value().getBytes(UTF_8),
            after == null ? 0L : after.profile(),
            most + 1);
    boolean more = found.size() > most;
    List<Found> page = more ? found.subList(0, most) : found;
    List<Match> matches = new ArrayList<>();
    for (Found one : page) {
      // a cut term may stand for another value
      if (users
          ? SearchTerms.matchUser(one.match().userId(), wanted.value(), wanted.prefix())
          : SearchTerms.match(one.traits(), wanted.path(), wanted.value(), wanted.prefix())) {
        matches.add(one.match());
      }
    }
    return new Results(matches, more ? page.getLast().match().position() : null);
  }

  /** The first value after all that start with these bytes; UTF-8 never contains the byte 255. */
  static byte[] next(byte[] prefix) {
    byte[] next = prefix.clone();
    next[next.length - 1]++;
    return next;
  }

  @Override
  public boolean isComplete() {
    return !database.read(TraitValueRows::isIndexing);
  }
}
