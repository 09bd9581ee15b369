package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.people.profile.IdHash;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A cache of the profiles of recently used IDs. May be used from any thread, within a transaction
 * that holds the lock of {@link ProfileStateRow}.
 *
 * <p>Its content is valid for one generation of links: a transaction that changes or removes a link
 * also starts the next generation. Links that were only added may be missing here. A cache of
 * another generation than the stored one is discarded, so changes by other nodes are noticed.
 */
final class IdentityCache {

  private final int most;
  private final Map<IdHash, Long> links;
  private long generation = -1;

  /** A cache of so many IDs; the least recently used are evicted. */
  IdentityCache(int most) {
    this.most = most;
    this.links = new LinkedHashMap<>(16, 0.75f, true);
  }

  /** The profiles of IDs; reads those that are not cached. */
  Map<IdHash, Long> find(Handle handle, Collection<IdHash> hashes, long current) {
    Map<IdHash, Long> found = HashMap.newHashMap(hashes.size());
    Set<IdHash> unknown = new HashSet<>();
    recall(hashes, current, found, unknown);
    found.putAll(IdentityRows.find(handle, unknown));
    return found;
  }

  private synchronized void recall(
      Collection<IdHash> hashes, long current, Map<IdHash, Long> found, Set<IdHash> unknown) {
    if (generation != current) {
      links.clear();
      generation = current;
    }
    for (IdHash hash : hashes) {
      Long profile = links.get(hash);
      if (profile == null) {
        unknown.add(hash);
      } else {
        found.put(hash, profile);
      }
    }
  }

  /** Adds committed links, unless another generation has begun. */
  synchronized void learn(Map<IdHash, Long> committed, long current) {
    if (generation != current) {
      return;
    }
    links.putAll(committed);
    var oldest = links.keySet().iterator();
    while (links.size() > most) {
      oldest.next();
      oldest.remove();
    }
  }

  /** Starts the next generation: removes the links of some profiles and adds committed ones. */
  synchronized void change(Set<Long> removed, Map<IdHash, Long> committed, long current) {
    if (generation != current - 1) {
      return;
    }
    generation = current;
    links.values().removeAll(removed);
    learn(committed, current);
  }

  synchronized int size() {
    return links.size();
  }
}
