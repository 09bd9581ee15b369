package io.postrider.server.people.sql;

import io.postrider.id.Wtf8;
import io.postrider.profile.Unflattener;
import io.postrider.server.database.Database;
import io.postrider.server.database.ExactText;
import io.postrider.server.people.api.ProfileDirectory;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.ProfileStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What {@link SqlProfileStore} keeps, for those who look. May be called from any thread. */
public final class SqlProfileDirectory implements ProfileDirectory {

  private final Database access;
  private final ProfileStore store;

  /** Reads the database that a store keeps profiles in. */
  public SqlProfileDirectory(Database database, ProfileStore store) {
    this.access = database;
    this.store = store;
  }

  @Override
  public Optional<Profile> find(String userId) {
    Identity user = new IdHasher(store.hashKey()).identity(Identity.Kind.USER, userId);
    return access.read(
        handle ->
            IdentityRows.find(handle, List.of(user.hash())).values().stream()
                .findFirst()
                .flatMap(number -> profile(handle, number)));
  }

  private static Optional<Profile> profile(Handle handle, long number) {
    return handle
        .select(
            "select p.user_id, p.traits, p.computed, a.event_count, a.first_seen_at,"
                + " a.last_seen_at from profile p join activity a on a.profile = p.id"
                + " where p.id = ? and p.user_id is not null",
            number)
        .map(
            (row, context) ->
                new Profile(
                    number,
                    Wtf8.decode(row.getBytes(1)),
                    ids(handle, number, Identity.Kind.USER),
                    ids(handle, number, Identity.Kind.ANONYMOUS),
                    Unflattener.json(row.getString(2)),
                    row.getString(3),
                    groups(handle, number),
                    row.getInt(4),
                    Instant.ofEpochMilli(row.getLong(5)),
                    Instant.ofEpochMilli(row.getLong(6))))
        .findFirst();
  }

  private static List<String> ids(Handle handle, long number, Identity.Kind kind) {
    return handle
        .select(
            "select id_bytes from identity where profile = ? and kind = ? order by id_bytes"
                + " limit ?",
            number,
            kind.code(),
            MOST_IDS)
        .map((row, context) -> Wtf8.decode(row.getBytes(1)))
        .list();
  }

  private static List<Group> groups(Handle handle, long number) {
    return handle
        .select(
            "select t.id_bytes, t.traits from profile_group g join group_traits t"
                + " on t.group_hash = g.group_hash where g.profile = ? order by t.id_bytes",
            number)
        .map(
            (row, context) ->
                new Group(Wtf8.decode(row.getBytes(1)), Unflattener.json(row.getString(2))))
        .list();
  }

  @Override
  public List<Event> events(long number, @Nullable Place after, int most) {
    Place behind = after == null ? new Place(Long.MAX_VALUE, Long.MAX_VALUE) : after;
    return access.read(
        handle ->
            handle
                .select(
                    "select e.at, e.seq, n.text_value, n.text_exact, e.properties from event e"
                        + " join event_name n on n.name = e.name"
                        + " where e.profile = ? and (e.at < ? or (e.at = ? and e.seq < ?))"
                        + " order by e.at desc, e.seq desc limit ?",
                    number,
                    behind.atMillis(),
                    behind.atMillis(),
                    behind.seq(),
                    most)
                .map((row, context) -> event(row))
                .list());
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        new Place(row.getLong(1), row.getLong(2)),
        ExactText.read(row.getString(3), row.getBytes(4)),
        Unflattener.json(row.getString(5)));
  }

  @Override
  public List<Recent> recent(int most) {
    return access.read(
        handle ->
            handle
                .select(
                    "select p.user_id, r.seen_at from recent_profile r"
                        + " join profile p on p.id = r.profile where p.user_id is not null"
                        + " order by r.seen_at desc, r.profile desc limit ?",
                    most)
                .map(
                    (row, context) ->
                        new Recent(
                            Wtf8.decode(row.getBytes(1)), Instant.ofEpochMilli(row.getLong(2))))
                .list());
  }
}
