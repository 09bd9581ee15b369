package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import java.util.Collection;
import java.util.List;

/** Deletes profiles, or moves their data to another profile. Used within a transaction. */
final class ProfileMoves {

  /** Deletes the rows of a profile that are never moved. */
  private static final List<String> OWN =
      List.of(
          "delete from activity where profile = ?",
          "delete from recent_profile where profile = ?",
          "delete from profile where id = ?");

  /** Restricts a statement to IDs other than the canonical user ID. */
  private static final String OTHER_IDS =
      " and not exists (select 1 from profile p where p.id = identity.profile"
          + " and p.user_id = identity.id_bytes and identity.kind = 1)";

  private ProfileMoves() {}

  static void erase(Handle handle, Collection<Long> profiles) {
    TraitValueRows.remove(handle, profiles);
    for (long profile : profiles) {
      handle.execute("delete from event where profile = ?", profile);
      handle.execute("delete from profile_group where profile = ?", profile);
      handle.execute("delete from identity where profile = ?", profile);
      OWN.forEach(statement -> handle.execute(statement, profile));
    }
  }

  /** Moves the data of a profile, except its traits, to another profile. */
  static void merge(Handle handle, long from, long into) {
    TraitValueRows.remove(handle, List.of(from));
    handle.execute("update event set profile = ? where profile = ?", into, from);
    handle.execute("update identity set profile = ? where profile = ?", into, from);
    handle.execute(
        "insert into profile_group (profile, group_hash, at)"
            + " select ?, g.group_hash, g.at from profile_group g where g.profile = ?"
            + " on conflict (profile, group_hash) do update set at ="
            + " case when excluded.at > profile_group.at then excluded.at"
            + " else profile_group.at end",
        into,
        from);
    handle.execute("delete from profile_group where profile = ?", from);
    OWN.forEach(statement -> handle.execute(statement, from));
  }

  /** Deletes everything that the log said about a user; the number and sent changes stay. */
  static void forget(Handle handle, long profile) {
    TraitValueRows.removeTraits(handle, profile);
    handle.execute("delete from event where profile = ?", profile);
    handle.execute("delete from profile_group where profile = ?", profile);
    handle.execute("delete from recent_profile where profile = ?", profile);
    handle.execute("delete from identity where profile = ?" + OTHER_IDS, profile);
    handle.execute("update profile set traits = '{}', trait_times = '' where id = ?", profile);
    // later messages can only move this forward
    handle.execute(
        "update activity set first_seen_at = last_seen_at, event_count = 0, event_bytes = 0"
            + " where profile = ?",
        profile);
  }

  /** Deletes everything that can be rebuilt from the log; users keep their numbers. */
  static void forget(Handle handle) {
    for (String table : List.of("event", "event_name", "profile_group", "group_traits")) {
      handle.execute("delete from " + table);
    }
    handle.execute("delete from recent_profile");
    TraitValueRows.clear(handle);
    handle.execute("delete from activity where not identified");
    handle.execute("delete from profile where user_id is null");
    handle.execute("delete from identity where true" + OTHER_IDS);
    handle.execute("update profile set traits = '{}', trait_times = ''");
    handle.execute("update activity set event_count = 0, event_bytes = 0");
  }
}
