package io.postrider.server.catalog.sql;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Slice;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The definitions of audiences and computed traits in SQL.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * DatabaseUnavailableException}. Changes of the catalog never overlap, so the state that a change
 * gets stays valid until it is written. If a change throws, nothing changes.
 */
public final class ComputationStore {

  private final ResourceTable<ComputationId, Computation> table;

  public ComputationStore(CatalogAccess access) {
    this(new ResourceTable<>(new ComputationRows(), access));
  }

  private ComputationStore(ResourceTable<ComputationId, Computation> table) {
    this.table = table;
  }

  /** This store with audit entries for its changes. */
  public ComputationStore by(AuditStamp author) {
    return new ComputationStore(table.by(author));
  }

  /** The computations of one kind created after a version, oldest first. */
  public Slice<Computation> page(ComputationKind kind, long after, int limit) {
    IdQuery selection =
        new IdQuery(
            "select id from (select id from computation where kind = ? and created_version > ?"
                + " order by created_version limit ?) page",
            List.of(kind.wireName(), after, limit + 1));
    return table.page(selection, limit);
  }

  public Optional<Computation> find(ComputationId id) {
    return table.find(id);
  }

  public Computation create(Function<ComputationRules.State, Computation> make) {
    return table
        .access()
        .change(
            handle -> {
              Computation created = make.apply(state(handle));
              table.insert(handle, created);
              return created;
            });
  }

  /**
   * Replaces a computation by what {@code change} returns.
   *
   * @return the computation as it is now; empty if it does not exist
   */
  public Optional<Computation> change(
      ComputationId id, BiFunction<Computation, ComputationRules.State, Computation> change) {
    return table.change(id, (found, handle) -> change.apply(found, state(handle)));
  }

  /** Deletes a computation, unless {@code check} throws; false if it does not exist. */
  public boolean delete(ComputationId id, BiConsumer<Computation, ComputationRules.State> check) {
    return table.delete(id, (found, handle) -> check.accept(found, state(handle)));
  }

  private static ComputationRules.State state(Handle handle) {
    return new ComputationRules.State(
        ComputationRows.all(handle),
        handle.select("select id from destination").mapTo(DestinationId.class).set(),
        DeclarationRows.read(handle));
  }
}
