package io.postrider.server.catalog;

import io.postrider.audience.Computation;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.Token;
import io.postrider.server.database.UnreadableSecretException;
import java.util.List;

/**
 * Where the catalog is read from, whole.
 *
 * <p>May be called from any thread; every call blocks and may throw {@link
 * DatabaseUnavailableException}. Every change of what it tells raises the version in its own
 * transaction, so whoever has seen a version has seen all changes up to it.
 */
public interface CatalogStore {

  /** All that is configured at one moment, oldest first. */
  record Snapshot(
      long version,
      List<Source> sources,
      List<Destination> destinations,
      Workspace workspace,
      List<Computation> computations,
      List<Token> tokens,
      Declarations declarations) {}

  /** The number of changes made so far. */
  long version();

  /**
   * Everything, with the version it belongs to.
   *
   * @throws UnreadableSecretException if a secret cannot be unsealed
   */
  Snapshot load();
}
