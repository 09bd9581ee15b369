package io.postrider.server.privacy;

import io.postrider.route.SourceId;
import java.util.Optional;
import java.util.Set;

/** Knows which sources a user was seen in. May be called from any thread, and may block. */
@FunctionalInterface
public interface SeenSources {

  /** Who knows nothing: every source counts as affected. */
  SeenSources UNKNOWN = userId -> Optional.empty();

  /** The sources that messages of a user came from; nothing if that is not known. */
  Optional<Set<SourceId>> of(String userId);
}
