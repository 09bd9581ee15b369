package io.postrider.server.catalog.sql;

import io.postrider.server.access.sql.TokenRows;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.util.List;

/** The whole catalog, read from SQL in one transaction. */
public final class SqlCatalogStore implements CatalogStore {

  private final CatalogAccess access;
  private final DestinationRows destinations;
  private final WorkspaceRows workspace;

  /** Reads a database that was opened with {@link Schema#CATALOG}. */
  public SqlCatalogStore(Database database, SecretSeal seal) {
    this.access = new CatalogAccess(database);
    this.destinations = new DestinationRows(seal);
    this.workspace = new WorkspaceRows(seal);
  }

  @Override
  public long version() {
    return access.read(CatalogAccess::version);
  }

  @Override
  public Snapshot load() {
    return access.read(
        handle ->
            new Snapshot(
                CatalogAccess.version(handle),
                SourceRows.all(handle),
                List.copyOf(destinations.read(handle, IdQuery.all("destination")).values()),
                workspace.read(handle),
                ComputationRows.all(handle),
                TokenRows.all(handle),
                DeclarationRows.read(handle)));
  }
}
