package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.Deletion;
import io.postrider.route.Catalog;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Computes the hashes of a regulation's users in records. Belongs to one thread at a time. */
final class UserHashes {

  private final RegulationStore store;
  private final Supplier<Catalog> catalog;
  private final UserHash hash;

  UserHashes(RegulationStore store, Supplier<Catalog> catalog, HashKey key) {
    this.store = store;
    this.catalog = catalog;
    this.hash = new UserHash(key);
  }

  /** The sources of a regulation: those that it names, or all. */
  Set<SourceId> sources(List<SourceId> named) {
    return named.isEmpty() ? catalog.get().mentionedSources() : Set.copyOf(named);
  }

  /** The hashes of all users of a regulation in some sources. */
  Set<Long> of(RegulationId id, int subjects, Set<SourceId> sources) {
    Set<Long> hashes = new HashSet<>();
    for (int from = 0; from < subjects; from += Deletion.CHUNK) {
      for (String user : store.subjects(id, from, from + Deletion.CHUNK)) {
        sources.forEach(source -> hashes.add(hash.inRecords(source, user)));
      }
    }
    return hashes;
  }
}
