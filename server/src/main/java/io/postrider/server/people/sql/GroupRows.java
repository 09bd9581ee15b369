package io.postrider.server.people.sql;

import io.postrider.profile.Traits;
import io.postrider.server.database.Handle;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.ProfileStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups and their members. Used within a transaction. */
final class GroupRows {

  private final String write;

  /**
   * @param json the type of columns that hold JSON
   */
  GroupRows(String json) {
    write =
        "insert into group_traits (group_hash, id_bytes, traits, trait_times)"
            + " values (?, ?, cast(? as %s), ?) on conflict (group_hash) do update set"
                .formatted(json)
            + " traits = excluded.traits, trait_times = excluded.trait_times";
  }

  /**
   * Merges trait changes into groups.
   *
   * @return how many values were dropped
   */
  long write(Handle handle, Map<Identity, List<BatchProfile.TraitChange>> groups) {
    if (groups.isEmpty()) {
      return 0;
    }
    Map<IdHash, Traits> known = new HashMap<>();
    KeyedRows.find(
        handle,
        "select group_hash, traits, trait_times from group_traits where group_hash in (%s)",
        groups.keySet(),
        (statement, at, group) -> statement.setBytes(at, group.hash().bytes()),
        row ->
            known.put(IdHash.of(row.getBytes(1)), Traits.of(row.getString(2), row.getString(3))));
    long dropped = 0;
    try (RowBatch batch = new RowBatch(handle, write)) {
      for (Map.Entry<Identity, List<BatchProfile.TraitChange>> group : groups.entrySet()) {
        Identity id = group.getKey();
        Traits traits = known.getOrDefault(id.hash(), new Traits());
        for (BatchProfile.TraitChange change : group.getValue()) {
          boolean _ = traits.set(change.trait(), change.at());
        }
        dropped += traits.leftOut();
        batch.row(id.hash().bytes(), id.id(), traits.json(), traits.times());
      }
    }
    return dropped;
  }

  static void join(Handle handle, Collection<BatchProfile> profiles) {
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into profile_group (profile, group_hash, at) values (?, ?, ?)"
                + " on conflict (profile, group_hash) do update set at ="
                + " case when excluded.at > profile_group.at then excluded.at"
                + " else profile_group.at end")) {
      for (BatchProfile profile : profiles) {
        profile.groups().forEach((group, at) -> batch.row(profile.number(), group.bytes(), at));
      }
    }
    for (BatchProfile profile : profiles) {
      if (!profile.groups().isEmpty() || !profile.absorbed().isEmpty()) {
        deleteOldest(handle, profile.number());
      }
    }
  }

  private static void deleteOldest(Handle handle, long profile) {
    handle.execute(
        "delete from profile_group where profile = ? and group_hash in (select group_hash"
            + " from profile_group where profile = ? order by at desc, group_hash"
            + " limit 1000000 offset ?)",
        profile,
        profile,
        ProfileStore.MAX_GROUPS);
  }
}
