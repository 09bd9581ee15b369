package io.postrider.server.catalog.workspace;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.catalog.Declarations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes that make the catalog equal to a workspace file.
 *
 * @param workspace the new workspace settings; null if they do not change
 * @param declarations the new declarations
 * @param end the end of the log: removed sources are disconnected there
 */
public record DeclaredChange(
    Part<Source, SourceId> sources,
    Part<Destination, DestinationId> destinations,
    Part<Computation, ComputationId> computations,
    @Nullable Workspace workspace,
    Declarations declarations,
    LogEndOffsets end) {

  /** The number of resources that are created, changed or removed, including the workspace. */
  public int count() {
    return sources.count()
        + destinations.count()
        + computations.count()
        + (workspace == null ? 0 : 1);
  }

  /** The changes of one kind of resource. */
  public record Part<T, I>(List<T> created, List<T> changed, List<I> removed) {

    public Part {
      created = List.copyOf(created);
      changed = List.copyOf(changed);
      removed = List.copyOf(removed);
    }

    int count() {
      return created.size() + changed.size() + removed.size();
    }
  }
}
