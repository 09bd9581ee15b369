package io.postrider.server.people.sql;

import io.postrider.server.people.profile.IdHash;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The profiles of ids that were met lately, so that not every message asks for them. Any thread may
 * use it, within a transaction that has the lock of {@link ProfileStateRow}.
 *
 * <p>What it knows is true for one generation of links: whoever changes a link or removes one also
 * begins the next, in the same transaction. Links that are only added may be missing here. So a
 * memory whose generation is not the one that is kept is worth nothing, whichever node has gone on.
 */
final class IdentityCache {

  private final int most;
  private final Map<IdHash, Long> links;
  private long generation = -1;

  /** Remembers a bounded number of ids, those that were met last. */
  IdentityCache(int most) {
    this.most = most;
    this.links = new LinkedHashMap<>(16, 0.75f, true);
  }

  /** The profiles of some ids, as far as there are any; the rest is asked for. */
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

  /** Remembers links that are kept by now, if no other generation has begun. */
  synchronized void learn(Map<IdHash, Long> kept, long current) {
    if (generation != current) {
      return;
    }
    links.putAll(kept);
    var oldest = links.keySet().iterator();
    while (links.size() > most) {
      oldest.next();
      oldest.remove();
    }
  }

  /** The same where some links have changed or are gone, and so the next generation has begun. */
  synchronized void change(Set<Long> gone, Map<IdHash, Long> kept, long current) {
    if (generation != current - 1) {
      return;
    }
    generation = current;
    links.values().removeAll(gone);
    learn(kept, current);
  }

  synchronized int size() {
    return links.size();
  }
}
