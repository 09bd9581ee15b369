package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.route.Source;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Knows which sources users were seen in. May be called from any thread, and may block. */
public interface SeenSources {

  /** Who knows nothing: every source counts as affected. */
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

  /** Completes when everything that was accepted until now is known; fails if it never will be. */
  CompletableFuture<Void> whenLevel();

  /** What is known of some users. */
  Known of(Collection<String> userIds);

  /**
   * What is known of some users.
   *
   * @param sources where each was seen; nothing of those who were seen nowhere, so that they may be
   *     known to receivers from elsewhere
   * @param gap until when some messages may have come that are not known of; null if all are
   */
  record Known(Map<String, Set<SourceId>> sources, @Nullable Instant gap) {

    public Known {
      sources = Map.copyOf(sources);
    }

    /** Whether a user was seen in a source, or may have been. */
    boolean mayBeIn(String userId, Source source) {
      Set<SourceId> seen = sources.get(userId);
      return seen == null
          || seen.contains(source.id())
          || (gap != null && !source.createdAt().isAfter(gap));
    }
  }
}
