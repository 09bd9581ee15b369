package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.ChangedProfile;
import io.postrider.server.people.profile.ProfileActivity;
import io.postrider.server.people.profile.ProfileStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Deletes old events and profiles, a bounded number at a time. Used within a transaction. */
final class ProfilePruneRows {

  private static final int PROFILES_AT_ONCE = 200;

  private final ProfileChangeListener listener;

  ProfilePruneRows(ProfileChangeListener listener) {
    this.listener = listener;
  }

  int events(Handle handle, long name, long before, Instant now) {
    ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
    List<EventRows.Place> old =
        EventRows.find(
            handle,
            "where name = ? and at < ? order by at, profile limit ?",
            name,
            before,
            ProfileStore.PRUNED_AT_ONCE);
    if (old.size() < ProfileStore.PRUNED_AT_ONCE) {
      deleteUnusedName(handle, name, old.size());
    }
    if (old.isEmpty()) {
      return 0;
    }
    EventRows.remove(handle, old);
    Map<Long, long[]> lost = new HashMap<>();
    for (EventRows.Place place : old) {
      long[] sums = lost.computeIfAbsent(place.profile(), profile -> new long[2]);
      sums[0]++;
      sums[1] += place.sizeBytes();
    }
    try (RowBatch batch =
        new RowBatch(
            handle,
            "update activity set event_count = event_count - ?, event_bytes = event_bytes - ?"
                + " where profile = ?")) {
      lost.forEach((profile, sums) -> batch.row(sums[0], sums[1], profile));
    }
    reportChanged(handle, lost.keySet(), now);
    return old.size();
  }

  private void reportChanged(Handle handle, Set<Long> profiles, Instant now) {
    List<ChangedProfile> changes = new ArrayList<>();
    KeyedRows.find(
        handle,
        "select profile from activity where identified and profile in (%s)",
        profiles,
        KeyedRows.NUMBERS,
        row -> changes.add(new ChangedProfile(row.getLong(1), Set.of(), Set.of(), true)));
    if (!changes.isEmpty() && !ProfileStateRow.isRebuilding(handle)) {
      listener.changed(handle, changes, now);
    }
  }

  /** Deletes a name that has no events but those being deleted. */
  private static void deleteUnusedName(Handle handle, long name, int deleted) {
    long left =
        handle
            .select(
                "select count(*) from (select 1 from event where name = ? limit ?) e",
                name,
                deleted + 1)
            .mapTo(Long.class)
            .one();
    if (left <= deleted) {
      handle.execute("delete from event_name where name = ?", name);
      ProfileStateRow.nextNames(handle);
    }
  }

  /** Whether there may be events of a name, or the name itself, to delete. */
  static boolean hasOld(Handle handle, long name, long before) {
    return handle
        .select(
            "select case when exists (select 1 from event where name = ? and at < ?)"
                + " or not exists (select 1 from event where name = ?) then 1 else 0 end",
            name,
            before,
            name)
        .mapTo(Boolean.class)
        .one();
  }

  /** Some profiles without a user ID that were last seen before a time, by number. */
  static List<Long> oldAnonymous(Handle handle, long after, long before) {
    return handle
        .select(
            "select profile from activity where profile > ? and not identified"
                + " and last_seen_at < ? order by profile limit ?",
            after,
            before,
            PROFILES_AT_ONCE)
        .mapTo(Long.class)
        .list();
  }

  /** Deletes those of some profiles to which that still applies. */
  void anonymous(Handle handle, List<Long> profiles, long before) {
    ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
    ProfileStateRow.nextLinks(handle);
    List<Long> old =
        ActivityRows.find(handle, profiles).stream()
            .filter(activity -> !activity.identified() && activity.lastSeenMillis() < before)
            .map(ProfileActivity::profile)
            .toList();
    ProfileMoves.erase(handle, old);
    listener.erased(handle, old);
  }
}
