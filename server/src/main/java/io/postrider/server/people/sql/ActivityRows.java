package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.ProfileActivity;
import io.postrider.server.people.profile.ProfileStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The activity of profiles. Used within a transaction. */
final class ActivityRows {

  private static final String COLUMNS =
      "profile, identified, first_seen_at, last_seen_at, event_count, event_bytes";

  private ActivityRows() {}

  static List<ProfileActivity> find(Handle handle, Collection<Long> profiles) {
    List<ProfileActivity> found = new ArrayList<>(profiles.size());
    KeyedRows.find(
        handle,
        "select " + COLUMNS + " from activity where profile in (%s)",
        profiles,
        KeyedRows.NUMBERS,
        row ->
            found.add(
                new ProfileActivity(
                    row.getLong(1),
                    row.getBoolean(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getInt(5),
                    row.getLong(6))));
    return found;
  }

  static void write(Handle handle, Collection<ProfileActivity> activities) {
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into activity ("
                + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?) on conflict (profile) do update set"
                + " identified = excluded.identified, first_seen_at = excluded.first_seen_at,"
                + " last_seen_at = excluded.last_seen_at, event_count = excluded.event_count,"
                + " event_bytes = excluded.event_bytes")) {
      for (ProfileActivity activity : activities) {
        batch.row(
            activity.profile(),
            activity.identified(),
            activity.firstSeenMillis(),
            activity.lastSeenMillis(),
            activity.events(),
            activity.eventBytes());
      }
    }
  }

  static void noteRecent(Handle handle, Collection<BatchProfile> profiles) {
    List<ProfileActivity> last =
        profiles.stream()
            .filter(BatchProfile::isUser)
            .map(BatchProfile::activity)
            .sorted(Comparator.comparingLong(ProfileActivity::lastSeenMillis).reversed())
            .limit(ProfileStore.RECENT)
            .toList();
    if (last.isEmpty()) {
      return;
    }
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into recent_profile (profile, seen_at) values (?, ?)"
                + " on conflict (profile) do update set seen_at = excluded.seen_at")) {
      last.forEach(activity -> batch.row(activity.profile(), activity.lastSeenMillis()));
    }
    handle.execute(
        "delete from recent_profile where profile not in (select profile from recent_profile"
            + " order by seen_at desc, profile desc limit ?)",
        ProfileStore.RECENT);
  }
}
