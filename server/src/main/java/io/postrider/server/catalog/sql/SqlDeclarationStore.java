package io.postrider.server.catalog.sql;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.AuditRows;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.catalog.SourceAuditFields;
import io.postrider.server.catalog.WorkspaceAuditFields;
import io.postrider.server.catalog.definition.ComputationAuditFields;
import io.postrider.server.catalog.workspace.DeclarationStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What a workspace file declares, in SQL. */
public final class SqlDeclarationStore implements DeclarationStore {

  private final CatalogAccess access;
  private final DestinationRows destinations;
  private final WorkspaceRows workspace;

  /** Changes a database that was opened with {@link Schema#CATALOG}. */
  public SqlDeclarationStore(Database database, SecretSeal seal) {
    this.access = new CatalogAccess(database);
    this.destinations = new DestinationRows(seal);
    this.workspace = new WorkspaceRows(seal);
  }

  @Override
  public Change apply(AuditStamp stamp, Function<State, Change> plan) {
    return access.change(
        handle -> {
          Declarations declared = DeclarationRows.read(handle);
          State state =
              new State(
                  SourceRows.all(handle),
                  List.copyOf(destinations.read(handle, IdQuery.all("destination")).values()),
                  ComputationRows.all(handle),
                  workspace.read(handle),
                  declared);
          Change change = plan.apply(state);
          if (change.count() > 0 || !change.declarations().equals(declared)) {
            changeSources(handle, stamp, state.sources(), change);
            changeDestinations(handle, stamp, state.destinations(), change.destinations());
            changeComputations(handle, stamp, state.computations(), change.computations());
            changeWorkspace(handle, stamp, state.workspace(), change.workspace());
            DeclarationRows.replace(handle, change.declarations());
            CatalogAccess.raiseVersion(handle);
          }
          return change;
        });
  }

  /** What is removed goes first, so that what comes may have its write keys. */
  private static void changeSources(
      Handle handle, AuditStamp stamp, List<Source> before, Change change) {
    Map<SourceId, Source> known =
        before.stream().collect(Collectors.toMap(Source::id, Function.identity()));
    for (SourceId gone : change.sources().removed()) {
      boolean _ = SourceRows.delete(handle, gone, change::end);
      AuditRows.add(handle, stamp, SourceAuditFields.deleted(found(known, gone)));
    }
    for (Source source : change.sources().changed()) {
      handle.execute("delete from write_key where source_id = ?", source.id().bits());
    }
    for (Source source : change.sources().changed()) {
      Source old = found(known, source.id());
      SourceRows.replace(handle, old, source);
      AuditRows.add(handle, stamp, SourceAuditFields.changed(old, source));
    }
    for (Source source : change.sources().made()) {
      CatalogAccess.raiseVersion(handle);
      SourceRows.insert(handle, source, CatalogAccess.version(handle));
      handle.execute("update catalog set had_source = true where id = 1");
      AuditRows.add(handle, stamp, SourceAuditFields.created(source));
    }
  }

  private void changeDestinations(
      Handle handle,
      AuditStamp stamp,
      List<Destination> before,
      Changes<Destination, DestinationId> changes) {
    Map<DestinationId, Destination> known =
        before.stream().collect(Collectors.toMap(Destination::id, Function.identity()));
    for (DestinationId gone : changes.removed()) {
      handle.execute("delete from destination where id = ?", gone.bits());
      AuditRows.add(handle, stamp, DestinationAuditFields.deleted(found(known, gone)));
    }
    for (Destination destination : changes.changed()) {
      destinations.replace(handle, destination);
      AuditRows.add(
          handle,
          stamp,
          DestinationAuditFields.changed(found(known, destination.id()), destination));
    }
    for (Destination destination : changes.made()) {
      CatalogAccess.raiseVersion(handle);
      destinations.insert(handle, destination, CatalogAccess.version(handle));
      AuditRows.add(handle, stamp, DestinationAuditFields.created(destination));
    }
  }

  private static void changeComputations(
      Handle handle,
      AuditStamp stamp,
      List<Computation> before,
      Changes<Computation, ComputationId> changes) {
    Map<ComputationId, Computation> known =
        before.stream().collect(Collectors.toMap(Computation::id, Function.identity()));
    for (ComputationId gone : changes.removed()) {
      ComputationRows.delete(handle, gone);
      AuditRows.add(handle, stamp, ComputationAuditFields.deleted(found(known, gone)));
    }
    for (Computation computation : changes.changed()) {
      ComputationRows.replace(handle, computation);
      AuditRows.add(
          handle,
          stamp,
          ComputationAuditFields.changed(found(known, computation.id()), computation));
    }
    for (Computation computation : changes.made()) {
      CatalogAccess.raiseVersion(handle);
      ComputationRows.insert(handle, computation, CatalogAccess.version(handle));
      AuditRows.add(handle, stamp, ComputationAuditFields.created(computation));
    }
  }

  private void changeWorkspace(
      Handle handle, AuditStamp stamp, Workspace before, @Nullable Workspace after) {
    if (after != null) {
      workspace.replace(handle, after);
      AuditRows.add(handle, stamp, WorkspaceAuditFields.changed(before, after));
    }
  }

  private static <I, T> T found(Map<I, T> known, I id) {
    T found = known.get(id);
    if (found == null) {
      throw new IllegalArgumentException("a plan for " + id + ", which is not there");
    }
    return found;
  }
}
