package io.postrider.server.catalog.workspace;

import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.sql.SqlCatalogStore;

/** Applies a workspace file completely or not at all. May be called from any thread; blocks. */
public final class WorkspaceApplier {

  private final SqlCatalogStore store;
  private final EnvironmentVariables variables;
  private final LiveCatalog catalog;
  private final WorkspacePlanner planner;

  public WorkspaceApplier(
      SqlCatalogStore store,
      EnvironmentVariables variables,
      LiveCatalog catalog,
      WorkspacePlanner planner) {
    this.store = store;
    this.variables = variables;
    this.catalog = catalog;
    this.planner = planner;
  }

  /**
   * Makes the catalog equal to a file, on this node before it returns.
   *
   * @throws InvalidWorkspaceFileException if anything is wrong; then nothing has changed
   */
  public DeclaredChange apply(String text) {
    DeclaredFile file = WorkspaceFileForm.read(text, variables);
    AuditStamp author =
        new AuditStamp("workspace-file", "Workspace file", planner.clock().instant());
    DeclaredChange change = store.apply(author, before -> planner.plan(before, file));
    catalog.refresh();
    return change;
  }
}
