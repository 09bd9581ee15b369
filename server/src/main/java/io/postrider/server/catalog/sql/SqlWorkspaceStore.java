package io.postrider.server.catalog.sql;

import io.postrider.route.Workspace;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.AuditRows;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.WorkspaceAuditFields;
import io.postrider.server.catalog.WorkspaceStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
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
            AuditRows.add(handle, stamp, WorkspaceAuditFields.changed(found, changed));
          }
          return changed;
        });
  }
}
