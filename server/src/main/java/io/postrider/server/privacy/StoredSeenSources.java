package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Finds seen sources in the store that {@link SeenUsers} writes. */
public final class StoredSeenSources implements SeenSources {

  private final SeenStore store;
  private final HashKey key;
  private final Supplier<CompletableFuture<Void>> caughtUp;

  /**
   * @param caughtUp returns a future that completes when the store has caught up with the log
   */
  public StoredSeenSources(
      SeenStore store, HashKey key, Supplier<CompletableFuture<Void>> caughtUp) {
    this.store = store;
    this.key = key;
    this.caughtUp = caughtUp;
  }

  @Override
  public CompletableFuture<Void> whenLevel() {
    return caughtUp.get();
  }

  @Override
  public Known of(Collection<String> userIds) {
    UserHash hash = new UserHash(key);
    Map<String, Long> hashes = new HashMap<>();
    for (String user : userIds) {
      hash.everywhere(user);
      hashes.put(user, hash.low());
    }
    SeenStore.Found found = store.of(hashes.values());
    Map<String, Set<SourceId>> sources = new HashMap<>();
    hashes.forEach(
        (user, hashed) -> {
          Set<SourceId> seen = found.sources().get(hashed);
          if (seen != null) {
            sources.put(user, seen);
          }
        });
    return new Known(sources, found.gap());
  }
}
