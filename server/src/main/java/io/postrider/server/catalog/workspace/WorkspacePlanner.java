package io.postrider.server.catalog.workspace;

import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.definition.ComputationRules;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans the changes that a workspace file needs. May be called from any thread.
 *
 * @param log the offsets that the log holds, read for every plan
 */
public record WorkspacePlanner(
    KeyGenerator keys,
    KeyRotation rotation,
    ComputationRules rules,
    Supplier<LogRange> log,
    InstantSource clock) {

  /**
   * The changes from a catalog to a file.
   *
   * @throws InvalidWorkspaceFileException if the catalog does not allow them
   */
  DeclaredChange plan(CatalogStore.Snapshot before, DeclaredFile file) {
    return new WorkspacePlan(before, file, this, clock.instant(), log.get()).change();
  }

  /** The declared write key, or a new one. */
  String key(@Nullable String declared) {
    return declared == null ? keys.writeKey() : declared;
  }

  /** A source with another write key; empty if too many previous keys are valid. */
  Optional<Source> withKey(Source source, String key, Instant now) {
    return rotation.rotated(KeyRotation.revoked(source, key), key, now);
  }
}
