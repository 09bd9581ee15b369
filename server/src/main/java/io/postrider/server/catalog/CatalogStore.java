package io.postrider.server.catalog;

import io.postrider.audience.Computation;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.Tokens;
import io.postrider.server.database.UnreadableSecretException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
      Declarations declarations) {

    /** The same snapshot, with the resources of another one in place of equal ones. */
    public Snapshot sharing(Snapshot other) {
      return new Snapshot(
          version,
          sharing(sources, other.sources),
          sharing(destinations, other.destinations),
          workspace,
          sharing(computations, other.computations),
          tokens,
          declarations);
    }

    private static <T> List<T> sharing(List<T> resources, List<T> others) {
      Map<T, T> known = others.stream().collect(Collectors.toMap(one -> one, one -> one));
      return resources.stream().map(one -> known.getOrDefault(one, one)).toList();
    }
  }

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
