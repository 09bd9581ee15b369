package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.route.Source;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Finds the sources in which users were seen. May be called from any thread; may block. */
public interface SeenSources {

  /** Knows nothing, so that all sources count as affected. */
  SeenSources UNKNOWN =
      new SeenSources() {
        @Override
        public CompletableFuture<Void> whenLevel() {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public Known of(Collection<String> userIds) {
          return new Known(Map.of(), null);
        }
      };

  /** Completes when all messages accepted so far are processed; fails if they never will be. */
  CompletableFuture<Void> whenLevel();

  /** Looks users up. */
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

    /** Whether a user was, or may have been, seen in a source. */
    boolean mayBeIn(String userId, Source source) {
      Set<SourceId> seen = sources.get(userId);
      return seen == null
          || seen.contains(source.id())
          || (gap != null && !source.createdAt().isAfter(gap));
    }
  }
}
