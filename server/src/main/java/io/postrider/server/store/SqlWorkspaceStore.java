package io.postrider.server.store;

import io.postrider.route.Workspace;
import io.postrider.server.control.AuditStamp;
import io.postrider.server.control.Declarations;
import io.postrider.server.control.audit.WorkspaceFacts;
import io.postrider.server.control.workspace.WorkspaceStore;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The workspace's settings in SQL. */
public final class SqlWorkspaceStore implements WorkspaceStore {

  private final CatalogAccess access;
  private final WorkspaceRows rows;
  private final @Nullable AuditStamp stamp;
  private final Consumer<Declarations> check;

  /** Keeps settings in a database that was opened with {@link Schema#CATALOG}. */
  public SqlWorkspaceStore(Database database, SecretSeal seal) {
    this(new CatalogAccess(database), new WorkspaceRows(seal), null, declared -> {});
  }

  private SqlWorkspaceStore(
      CatalogAccess access,
      WorkspaceRows rows,
      @Nullable AuditStamp stamp,
      Consumer<Declarations> check) {
    this.access = access;
    this.rows = rows;
    this.stamp = stamp;
    this.check = check;
  }

  @Override
  public WorkspaceStore by(AuditStamp author) {
    return new SqlWorkspaceStore(access, rows, author, check);
  }

  @Override
  public WorkspaceStore checking(Consumer<Declarations> also) {
    return new SqlWorkspaceStore(access, rows, stamp, also);
  }

  @Override
  public Workspace read() {
    return access.read(rows::read);
  }

  @Override
  public Workspace change(UnaryOperator<Workspace> change) {
    return access.change(
        handle -> {
          check.accept(DeclarationRows.read(handle));
          Workspace found = rows.read(handle);
          Workspace changed = change.apply(found);
          if (!changed.equals(found)) {
            rows.replace(handle, changed);
            CatalogAccess.raiseVersion(handle);
            AuditRows.add(handle, stamp, WorkspaceFacts.changed(found, changed));
          }
          return changed;
        });
  }
}
