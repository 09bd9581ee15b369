package io.postrider.server.catalog.definition;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.database.Slice;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Where audiences and computed traits are kept, as far as people define them.
 *
 * <p>May be called from any thread, and by several nodes at once; every call blocks, and may throw
 * {@link io.postrider.server.database.DatabaseUnavailableException}. A change is durable when its
 * call returns, and raises the catalog's version in the same transaction.
 *
 * <p>Changes of the catalog never overlap, on whatever node: what a change is told of the others is
 * so until it is made. If it throws, nothing is changed. When a destination is deleted, it is
 * dropped from every list that has it, in the same transaction.
 */
public interface ComputationStore {

  /**
   * What a change may depend on.
   *
   * @param computations all audiences and computed traits, oldest first
   * @param declarations what the workspace file declares
   */
  record State(
      List<Computation> computations, Set<DestinationId> destinations, Declarations declarations) {

    public State {
      computations = List.copyOf(computations);
      destinations = Set.copyOf(destinations);
    }
  }

  /** The same store, whose changes are told in the audit trail, each in its own transaction. */
  ComputationStore by(AuditStamp stamp);

  /** Those of a kind that were created after a position. */
  Slice<Computation> page(ComputationKind kind, long after, int limit);

  /** The one of an id. */
  Optional<Computation> find(ComputationId id);

  /** Adds one. */
  Computation create(Function<State, Computation> make);

  /**
   * Replaces one by what {@code change} makes of it.
   *
   * @return it as it now is, or nothing if there is none of that id
   */
  Optional<Computation> change(
      ComputationId id, BiFunction<Computation, State, Computation> change);

  /** Removes one, unless {@code check} throws; false if there is none of that id. */
  boolean delete(ComputationId id, BiConsumer<Computation, State> check);
}
