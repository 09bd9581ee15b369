package io.postrider.server.catalog.sql;

import io.postrider.route.Workspace;
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.WorkspaceAuditFields;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.UnreadableSecretException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The workspace settings in SQL, with a sealed secret.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * DatabaseUnavailableException} or {@link UnreadableSecretException}.
 */
public final class WorkspaceStore {

  private final CatalogAccess access;
  private final WorkspaceRows rows;

  public WorkspaceStore(CatalogAccess access, SecretSeal seal) {
    this.access = access;
    this.rows = new WorkspaceRows(seal);
  }

  public Workspace read() {
    return access.read(rows::read);
  }

  /**
   * Replaces the settings by what {@code change} returns. If it or {@code check} throws, nothing
   * changes.
   *
   * @param check called first with what the workspace file declares
   */
  public Workspace change(
      AuditStamp author, Consumer<Declarations> check, UnaryOperator<Workspace> change) {
    return access.change(
        handle -> {
          check.accept(DeclarationRows.read(handle));
          Workspace found = rows.read(handle);
          Workspace changed = change.apply(found);
          if (!changed.equals(found)) {
            rows.replace(handle, changed);
            CatalogAccess.raiseVersion(handle);
            AccessFeature.audit(handle, author, WorkspaceAuditFields.changed(found, changed));
          }
          return changed;
        });
  }
}
