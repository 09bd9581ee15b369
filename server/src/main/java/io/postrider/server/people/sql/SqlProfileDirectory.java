package io.postrider.server.people.sql;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.id.Wtf8;
import io.postrider.message.HashKey;
import io.postrider.profile.Unflattener;
import io.postrider.server.database.Database;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.http.admin.Page;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.ProfileDirectory;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads profiles, memberships and transitions from the tables. Any thread may call it. */
public final class SqlProfileDirectory implements ProfileDirectory {

  private static final int RADIX = 36;

  private final Database database;
  private final HashKey key;
  private final Supplier<Definitions> definitions;

  /**
   * A directory over a database that was opened with {@link Schema#PROFILES}.
   *
   * @param key the hash key of the profile store
   */
  public SqlProfileDirectory(Database database, HashKey key, Supplier<Definitions> definitions) {
    this.database = database;
    this.key = key;
    this.definitions = definitions;
  }

  @Override
  public Optional<Profile> find(String userId) {
    Identity user = new IdHasher(key).identity(Identity.Kind.USER, userId);
    return database.read(
        handle ->
            IdentityRows.find(handle, List.of(user.hash())).values().stream()
                .findFirst()
                .flatMap(number -> profile(handle, number)));
  }

  private static Optional<Profile> profile(Handle handle, long number) {
    return handle
        .select(
            "select p.user_id, p.traits, a.event_count, a.first_seen_at, a.last_seen_at"
                + " from profile p join activity a on a.profile = p.id"
                + " where p.id = ? and p.user_id is not null",
            number)
        .map(
            row ->
                new Profile(
                    number,
                    Wtf8.decode(row.getBytes(1)),
                    ids(handle, number, Identity.Kind.USER),
                    ids(handle, number, Identity.Kind.ANONYMOUS),
                    Unflattener.json(row.getString(2)),
                    groups(handle, number),
                    row.getInt(3),
                    Instant.ofEpochMilli(row.getLong(4)),
                    Instant.ofEpochMilli(row.getLong(5))))
        .findFirst();
  }

  private static List<String> ids(Handle handle, long number, Identity.Kind kind) {
    return handle
        .select(
            "select id_bytes from identity where profile = ? and kind = ? order by id_bytes"
                + " limit ?",
            number,
            kind.code(),
            MAX_IDS)
        .map(row -> Wtf8.decode(row.getBytes(1)))
        .list();
  }

  private static List<Group> groups(Handle handle, long number) {
    return handle
        .select(
            "select t.id_bytes, t.traits from profile_group g join group_traits t"
                + " on t.group_hash = g.group_hash where g.profile = ? order by t.id_bytes",
            number)
        .map(row -> new Group(Wtf8.decode(row.getBytes(1)), Unflattener.json(row.getString(2))))
        .list();
  }

  @Override
  public List<Event> events(long profile, @Nullable Place after, int most) {
    Place behind = after == null ? new Place(Long.MAX_VALUE, Long.MAX_VALUE) : after;
    return database.list(
        SqlProfileDirectory::event,
        "select e.at, e.seq, n.text_value, n.text_exact, e.properties from event e"
            + " join event_name n on n.name = e.name"
            + " where e.profile = ? and (e.at < ? or (e.at = ? and e.seq < ?))"
            + " order by e.at desc, e.seq desc limit ?",
        profile,
        behind.atMillis(),
        behind.atMillis(),
        behind.seq(),
        most);
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        new Place(row.getLong(1), row.getLong(2)),
        ExactText.read(row.getString(3), row.getBytes(4)),
        Unflattener.json(row.getString(5)));
  }

  @Override
  public List<Recent> recent(int most) {
    return database.list(
        row -> new Recent(Wtf8.decode(row.getBytes(1)), Instant.ofEpochMilli(row.getLong(2))),
        "select p.user_id, r.seen_at from recent_profile r"
            + " join profile p on p.id = r.profile where p.user_id is not null"
            + " order by r.seen_at desc, r.profile desc limit ?",
        most);
  }

  /** A row of the table {@code membership}; an audience has no value. */
  private record MembershipRow(long computation, Instant since, @Nullable String value) {}

  private List<MembershipRow> memberships(long profile) {
    return database.list(
        MembershipRow.class,
        "select computation, since, value from membership where profile = ?",
        profile);
  }

  private @Nullable Computation computation(long id) {
    return definitions.get().find(id).map(Definitions.Entry::computation).orElse(null);
  }

  @Override
  public List<Membership> audiences(long profile) {
    List<Membership> audiences = new ArrayList<>();
    for (MembershipRow row : memberships(profile)) {
      if (computation(row.computation()) instanceof Audience audience) {
        audiences.add(
            new Membership(audience.id().toString(), audience.key(), audience.name(), row.since()));
      }
    }
    audiences.sort(Comparator.comparing(Membership::key));
    return audiences;
  }

  @Override
  public List<ComputedValue> computedTraits(long profile) {
    List<ComputedValue> values = new ArrayList<>();
    for (MembershipRow row : memberships(profile)) {
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
    record TransitionRow(long change, long audience, Instant at, boolean entered) {}
    List<TransitionRow> found =
        database.list(
            TransitionRow.class,
            "select change, audience, at, entered from transition where profile = ?"
                + " and change < ? order by change desc limit ?",
            profile,
            before,
            limit + 1);
    boolean more = found.size() > limit;
    List<TransitionRow> page = more ? found.subList(0, limit) : found;
    List<Transition> transitions = new ArrayList<>();
    for (TransitionRow row : page) {
      Computation audience = computation(row.audience());
      // deleted audiences are not shown
      if (audience != null) {
        transitions.add(
            new Transition(
                row.at(),
                new AudienceReference(audience.id().toString(), audience.key(), audience.name()),
                row.entered()));
      }
    }
    return Optional.of(
        new Page<>(transitions, more ? Long.toString(page.getLast().change(), RADIX) : null));
  }

  private static @Nullable Long position(String cursor) {
    return cursor.matches("[0-9a-z]{1,12}") ? (Long) Long.parseLong(cursor, RADIX) : null;
  }
}
