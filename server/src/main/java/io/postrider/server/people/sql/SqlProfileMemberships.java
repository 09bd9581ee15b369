package io.postrider.server.people.sql;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.http.admin.Page;
import io.postrider.server.people.api.ProfileDirectory;
import io.postrider.server.people.api.ProfileMemberships;
import io.postrider.server.people.audience.Definitions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was concluded of one person, from the tables that the engine keeps. May be called from any
 * thread.
 */
public final class SqlProfileMemberships implements ProfileMemberships {

  private static final int RADIX = 36;

  private final Database access;
  private final Supplier<Definitions> definitions;

  /** Reads a database that was opened with {@link Schema#PROFILES}. */
  public SqlProfileMemberships(Database database, Supplier<Definitions> definitions) {
    this.access = database;
    this.definitions = definitions;
  }

  /** A row of what a person is in, or has. */
  private record Row(long computation, Instant since, @Nullable String value) {}

  private List<Row> rows(long profile) {
    return access.read(
        handle ->
            handle
                .select(
                    "select computation, since, value from membership where profile = ?", profile)
                .map(
                    (row, context) ->
                        new Row(
                            row.getLong(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3)))
                .list());
  }

  private @Nullable Computation computation(long id) {
    return definitions.get().find(id).map(Definitions.Entry::computation).orElse(null);
  }

  private static Named named(Computation computation) {
    return new Named(computation.id().toString(), computation.key(), computation.name());
  }

  @Override
  public List<Membership> audiences(long profile) {
    List<Membership> audiences = new ArrayList<>();
    for (Row row : rows(profile)) {
      if (computation(row.computation()) instanceof Audience audience) {
        audiences.add(new Membership(named(audience), row.since()));
      }
    }
    audiences.sort(Comparator.comparing(membership -> membership.audience().key()));
    return audiences;
  }

  @Override
  public List<ComputedValue> computedTraits(ProfileDirectory.Profile profile) {
    List<ComputedValue> values = new ArrayList<>();
    for (Row row : rows(profile.number())) {
      String value = row.value();
      if (value != null && computation(row.computation()) instanceof ComputedTrait trait) {
        values.add(new ComputedValue(trait.key(), value));
      }
    }
    values.sort(Comparator.comparing(ComputedValue::key));
    return values;
  }

  @Override
  public Optional<Page<Transition>> transitions(long profile, @Nullable String cursor, int limit) {
    Long before = cursor == null ? Long.valueOf(Long.MAX_VALUE) : position(cursor);
    if (before == null) {
      return Optional.empty();
    }
    record Found(long change, long audience, Instant at, boolean entered) {}
    List<Found> found =
        access.read(
            handle ->
                handle
                    .select(
                        "select change, audience, at, entered from transition where profile = ?"
                            + " and change < ? order by change desc limit ?",
                        profile,
                        before,
                        limit + 1)
                    .map(
                        (row, context) ->
                            new Found(
                                row.getLong(1),
                                row.getLong(2),
                                Instant.ofEpochMilli(row.getLong(3)),
                                row.getBoolean(4)))
                    .list());
    boolean more = found.size() > limit;
    List<Found> page = more ? found.subList(0, limit) : found;
    List<Transition> transitions = new ArrayList<>();
    for (Found one : page) {
      Computation audience = computation(one.audience());
      // of audiences that are deleted nothing is said
      if (audience != null) {
        transitions.add(new Transition(one.at(), named(audience), one.entered()));
      }
    }
    return Optional.of(
        new Page<>(transitions, more ? Long.toString(page.getLast().change(), RADIX) : null));
  }

  private static @Nullable Long position(String cursor) {
    return cursor.matches("[0-9a-z]{1,12}") ? (Long) Long.parseLong(cursor, RADIX) : null;
  }
}
