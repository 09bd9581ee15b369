package io.postrider.server.catalog;

import io.postrider.audience.Computation;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.Tokens;
import io.postrider.server.database.UnreadableSecretException;
import java.util.List;

/**
 * Reads the catalog, or what changed in it.
 *
 * <p>May be called from any thread; every call blocks and may throw {@link
 * DatabaseUnavailableException}. Every change raises the version in its own transaction, so a
 * snapshot contains all changes up to its version.
 */
public interface CatalogStore {

  /** The catalog at one moment; lists are ordered by creation. */
  record Snapshot(
      CatalogVersion version,
      List<Source> sources,
      List<Destination> destinations,
      Workspace workspace,
      List<Computation> computations,
      Tokens tokens,
      Declarations declarations) {}

  /** The number of changes so far. */
  long version();

  /**
   * The current snapshot.
   *
   * @throws UnreadableSecretException if a secret cannot be unsealed
   */
  Snapshot load();

  /**
   * The current snapshot, read as the changes since a known one; the known one itself if nothing
   * changed. Resources that did not change are those of the known one.
   *
   * @throws UnreadableSecretException if a secret cannot be unsealed
   */
  Snapshot loadAfter(Snapshot known);
}
