package io.postrider.server.people.sql;

import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.ChangedProfile;
import io.postrider.server.people.profile.ProfileActivity;
import io.postrider.server.people.profile.ProfileStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Removes what has become too old, a bounded part at a time. To be used within a transaction. */
final class ProfilePruneRows {

  private static final int PROFILES_AT_ONCE = 200;

  private final Evaluation evaluation;

  ProfilePruneRows(Evaluation evaluation) {
    this.evaluation = evaluation;
  }

  /** Removes some events of a name; how many. */
  int events(Handle handle, long name, long before, Instant now) {
    ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
    List<EventRows.Place> old =
        handle
            .select(
                "select profile, name, at, seq, size_bytes from event"
                    + " where name = ? and at < ? order by at, profile limit ?",
                name,
                before,
                ProfileStore.PRUNED_AT_ONCE)
            .map((row, context) -> EventRows.place(row))
            .list();
    if (old.size() < ProfileStore.PRUNED_AT_ONCE) {
      forgetUnused(handle, name, old.size());
    }
    if (old.isEmpty()) {
      return 0;
    }
    EventRows.remove(handle, old);
    Map<Long, long[]> lost = EventRows.lost(old);
    try (RowBatch batch =
        new RowBatch(
            handle,
            "update activity set event_count = event_count - ?, event_bytes = event_bytes - ?"
                + " where profile = ?")) {
      lost.forEach((profile, sums) -> batch.put(sums[0]).put(sums[1]).put(profile).add());
    }
    touch(handle, lost.keySet(), now);
    return old.size();
  }

  private void touch(Handle handle, Set<Long> profiles, Instant now) {
    List<ChangedProfile> changes = new ArrayList<>();
    KeyedRows.find(
        handle,
        "select profile from activity where identified and profile in (%s)",
        profiles,
        KeyedRows.NUMBERS,
        row -> changes.add(new ChangedProfile(row.getLong(1), Set.of(), Set.of(), true)));
    if (!changes.isEmpty() && !ProfileStateRow.isRebuilding(handle)) {
      evaluation.changed(handle, changes, now);
    }
  }

  /** Forgets a name if it has no events but so many, which are about to go. */
  private static void forgetUnused(Handle handle, long name, int going) {
    long left =
        handle
            .select(
                "select count(*) from (select 1 from event where name = ? limit ?) e",
                name,
                going + 1)
            .mapTo(Long.class)
            .one();
    if (left <= going) {
      handle.execute("delete from event_name where name = ?", name);
      ProfileStateRow.nextNames(handle);
    }
  }

  /** Whether there may be events of a name to remove, or the name itself. */
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

  /** Some who never had a user id and were not seen for long, in the order of their numbers. */
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

  /** Removes those of some profiles of whom that is still so. */
  void anonymous(Handle handle, List<Long> profiles, long before) {
    ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
    ProfileStateRow.nextLinks(handle);
    List<Long> gone =
        ActivityRows.find(handle, profiles).stream()
            .filter(activity -> !activity.identified() && activity.lastSeenMillis() < before)
            .map(ProfileActivity::profile)
            .toList();
    ProfileMoves.erase(handle, gone);
    evaluation.erased(handle, gone);
  }
}
