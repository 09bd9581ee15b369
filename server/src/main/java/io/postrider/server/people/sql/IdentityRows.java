package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.BatchProfiles;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.ProfileUpdate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The IDs of profiles. Used within a transaction. */
final class IdentityRows {

  private IdentityRows() {}

  static Set<IdHash> named(List<ProfileUpdate> updates) {
    Set<IdHash> hashes = HashSet.newHashSet(2 * updates.size());
    for (ProfileUpdate update : updates) {
      add(update, hashes);
    }
    return hashes;
  }

  private static void add(ProfileUpdate update, Set<IdHash> hashes) {
    Identity user = update.user();
    if (user != null) {
      hashes.add(user.hash());
    }
    Identity anonymous = update.anonymous();
    if (anonymous != null) {
      hashes.add(anonymous.hash());
    }
    if (update.content() instanceof ProfileUpdate.Renamed renamed) {
      hashes.add(renamed.previousUser().hash());
      hashes.add(renamed.previousAnonymous().hash());
    }
  }

  /** The profiles of IDs; without unknown IDs. */
  static Map<IdHash, Long> find(Handle handle, Collection<IdHash> hashes) {
    Map<IdHash, Long> found = HashMap.newHashMap(hashes.size());
    KeyedRows.find(
        handle,
        "select hash, profile from identity where hash in (%s)",
        hashes,
        (statement, at, hash) -> statement.setBytes(at, hash.bytes()),
        row -> found.put(IdHash.of(row.getBytes(1)), row.getLong(2)));
    return found;
  }

  static void link(Handle handle, BatchProfiles profiles) {
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into identity (hash, kind, profile, id_bytes) values (?, ?, ?, ?)"
                + " on conflict (hash) do update set profile = excluded.profile")) {
      profiles
          .newLinks()
          .forEach(
              (id, profile) ->
                  batch.row(id.hash().bytes(), id.kind().code(), profile.number(), id.id()));
    }
  }
}
