package io.postrider.server.people.sql;

import io.postrider.server.database.ExactText;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.ProfileUpdate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * How the names of events lie in their table, and which are known to be there. To be used within
 * the transaction of a step, on any thread.
 */
final class EventNameRows {

  private static final int MOST_KNOWN = 50_000;

  private final Set<Long> known = new HashSet<>();
  private long generation = -1;

  /**
   * Adds the names that are new.
   *
   * @param current changes whenever somebody has removed names
   */
  synchronized void add(Handle handle, Collection<BatchProfile> profiles, long current) {
    if (current != generation || known.size() > MOST_KNOWN) {
      known.clear();
      generation = current;
    }
    Map<Long, String> names = new HashMap<>();
    for (BatchProfile profile : profiles) {
      for (BatchProfile.Event event : profile.events()) {
        ProfileUpdate.Happened happened = event.happened();
        if (!known.contains(happened.name())) {
          names.put(happened.name(), happened.nameText());
        }
      }
    }
    if (names.isEmpty()) {
      return;
    }
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into event_name (name, text_value, text_exact) values (?, ?, ?)"
                + " on conflict do nothing")) {
      names.forEach(
          (hash, text) ->
              batch.put(hash).put(ExactText.readable(text)).put(ExactText.exact(text)).add());
    }
    // known only once they are kept: a transaction that is undone takes them back
    handle.afterCommit(() -> remember(names.keySet(), current));
  }

  private synchronized void remember(Set<Long> names, long current) {
    if (current == generation) {
      known.addAll(names);
    }
  }
}
