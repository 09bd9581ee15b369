package io.postrider.server.catalog.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.CatalogVersion;
import io.postrider.server.catalog.WorkspaceAuditFields;
import io.postrider.server.catalog.workspace.DeclaredChange;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.SecretSeal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The whole catalog in SQL: read, or changed to what a workspace file declares. */
public final class SqlCatalogStore implements CatalogStore {

  private final CatalogAccess access;
  private final ResourceTable<SourceId, Source> sources;
  private final ResourceTable<DestinationId, Destination> destinations;
  private final WorkspaceStore workspace;

  public SqlCatalogStore(CatalogAccess access, SecretSeal seal) {
    this.access = access;
    this.sources = new ResourceTable<>(new SourceRows(), access);
    this.destinations = new ResourceTable<>(new DestinationRows(seal), access);
    this.workspace = new WorkspaceStore(access, seal);
  }

  @Override
  public long version() {
    return access.read(CatalogAccess::version);
  }

  @Override
  public Snapshot load() {
    return access.read(this::load);
  }

  @Override
  public Snapshot loadAfter(Snapshot known) {
    // asked every second, and rarely anything else
    return CatalogChanges.version(access).equals(known.version())
        ? known
        : access.read(handle -> loadAfter(handle, known));
  }

  private Snapshot loadAfter(Handle handle, Snapshot known) {
    CatalogVersion version = CatalogChanges.version(handle);
    if (version.equals(known.version())) {
      return known;
    }
    CatalogChanges changes = CatalogChanges.between(handle, known.version(), version).orElse(null);
    if (changes == null) {
      return load(handle).sharing(known);
    }
    return new Snapshot(
        version,
        changes.applied(handle, sources.rows(), known.sources()),
        changes.applied(handle, destinations.rows(), known.destinations()),
        changes.has(CatalogPart.WORKSPACE) ? workspace.read(handle) : known.workspace(),
        changes.applied(handle, new ComputationRows(), known.computations()),
        changes.has(CatalogPart.TOKENS) ? AccessFeature.tokens(handle) : known.tokens(),
        known.declarations());
  }

  private Snapshot load(Handle handle) {
    return new Snapshot(
        CatalogChanges.version(handle),
        List.copyOf(sources.rows().read(handle, IdQuery.all("source")).values()),
        List.copyOf(destinations.rows().read(handle, IdQuery.all("destination")).values()),
        workspace.read(handle),
        ComputationRows.all(handle),
        AccessFeature.tokens(handle),
        DeclarationRows.read(handle));
  }

  /**
   * Applies the change that {@code plan} returns for the current catalog, in one transaction. A
   * plan that changes nothing writes nothing; if it throws, nothing changes.
   */
  public DeclaredChange apply(AuditStamp author, Function<Snapshot, DeclaredChange> plan) {
    return access.change(
        handle -> {
          Snapshot before = load(handle);
          DeclaredChange change = plan.apply(before);
          if (change.count() > 0 || !change.declarations().equals(before.declarations())) {
            CatalogAccess.raiseVersion(handle, CatalogPart.ALL);
            apply(handle, author, before, change);
            DeclarationRows.replace(handle, change.declarations());
          }
          return change;
        });
  }

  private void apply(Handle handle, AuditStamp author, Snapshot before, DeclaredChange change) {
    change.sources().removed().forEach(id -> SourceRows.disconnect(handle, id, change.end()));
    change.sources().changed().forEach(source -> SourceRows.deleteKeys(handle, source.id()));
    sources.by(author).apply(handle, before.sources(), change.sources());
    destinations.by(author).apply(handle, before.destinations(), change.destinations());
    new ResourceTable<>(new ComputationRows(), access)
        .by(author)
        .apply(handle, before.computations(), change.computations());
    @Nullable Workspace settings = change.workspace();
    if (settings != null) {
      workspace.replace(handle, settings);
      AccessFeature.audit(
          handle, author, WorkspaceAuditFields.changed(before.workspace(), settings));
    }
  }
}
