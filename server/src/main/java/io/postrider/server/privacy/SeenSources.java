package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.route.Source;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the sources in which users were seen. May be called from any thread; may block. */
public interface SeenSources {

  /** Knows nothing, so that all sources count as affected. */
  SeenSources UNKNOWN =
      new SeenSources() {
        @Override
        public CompletableFuture<Void> whenCaughtUp() {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public Known of(Collection<String> userIds) {
          return new Known(Map.of(), null);
        }
      };

  /**
   * Looks users up in the store that {@link SeenUsers} writes.
   *
   * @param caughtUp returns a future that completes when the store has caught up with the log
   */
  static SeenSources of(SeenStore store, HashKey key, Supplier<CompletableFuture<Void>> caughtUp) {
    return new SeenSources() {
      @Override
      public CompletableFuture<Void> whenCaughtUp() {
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
    };
  }

  /** Completes when all messages accepted so far are processed; fails if they never will be. */
  CompletableFuture<Void> whenCaughtUp();

  Known of(Collection<String> userIds);

  /**
   * The sources of some users.
   *
   * @param sources the sources by user; without users that were never seen
   * @param gap messages received up to then may be missing; null if none are
   */
  record Known(Map<String, Set<SourceId>> sources, @Nullable Instant gap) {

    public Known {
      sources = Map.copyOf(sources);
    }

    boolean mayBeIn(String userId, Source source) {
      Set<SourceId> seen = sources.get(userId);
      return seen == null
          || seen.contains(source.id())
          || (gap != null && !source.createdAt().isAfter(gap));
    }
  }
}
