package io.postrider.server.catalog.workspace;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where everything that a workspace file can declare is changed at once.
 *
 * <p>May be called from any thread, and by several nodes at once; it blocks, and may throw {@link
 * DatabaseUnavailableException}. Changes never overlap those of other stores of the catalog.
 */
public interface DeclarationStore {

  /** All that is configured at one moment, oldest first. */
  record State(
      List<Source> sources,
      List<Destination> destinations,
      List<Computation> computations,
      Workspace workspace,
      Declarations declarations) {}

  /**
   * What is to be changed.
   *
   * @param workspace its settings from then on; null if they stay as they are
   * @param declarations what is declared from then on
   * @param end where the log ends: sources that are removed are disconnected there
   */
  record Change(
      Changes<Source, SourceId> sources,
      Changes<Destination, DestinationId> destinations,
      Changes<Computation, ComputationId> computations,
      @Nullable Workspace workspace,
      Declarations declarations,
      LogEndOffsets end) {

    /** How many things it makes, changes or removes, the workspace included. */
    public int count() {
      return sources.count()
          + destinations.count()
          + computations.count()
          + (workspace == null ? 0 : 1);
    }
  }

  /** What is to be changed of one kind. */
  record Changes<T, I>(List<T> made, List<T> changed, List<I> removed) {

    public Changes {
      made = List.copyOf(made);
      changed = List.copyOf(changed);
      removed = List.copyOf(removed);
    }

    int count() {
      return made.size() + changed.size() + removed.size();
    }
  }

  /**
   * Makes the change that a plan finds for what is there, in one transaction; if it changes nothing
   * then nothing is written, and if the plan throws nothing is changed. The audit trail tells of
   * everything that changes.
   */
  Change apply(AuditStamp stamp, Function<State, Change> plan);
}
