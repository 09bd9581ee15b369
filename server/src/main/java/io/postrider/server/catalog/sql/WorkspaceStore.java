package io.postrider.server.catalog.sql;

import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.WorkspaceAuditFields;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.UnreadableSecretException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The workspace settings in SQL, with a sealed secret.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * DatabaseUnavailableException} or {@link UnreadableSecretException}.
 */
public final class WorkspaceStore {

  private final CatalogAccess access;
  private final SecretSeal seal;

  public WorkspaceStore(CatalogAccess access, SecretSeal seal) {
    this.access = access;
    this.seal = seal;
  }

  public Workspace read() {
    return access.read(this::read);
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
          Workspace found = read(handle);
          Workspace changed = change.apply(found);
          if (!changed.equals(found)) {
            replace(handle, changed);
            CatalogAccess.raiseVersion(handle, CatalogPart.WORKSPACE);
            AccessFeature.audit(handle, author, WorkspaceAuditFields.changed(found, changed));
          }
          return changed;
        });
  }

  /** The settings; defaults until they are first changed. */
  Workspace read(Handle handle) {
    List<String> redacted =
        handle
            .select("select field, field_exact from redacted_field order by ordinal")
            .map(row -> ExactText.read(row.getString(1), row.getBytes(2)))
            .list();
    return handle
        .select("select * from workspace")
        .map(row -> workspace(row, redacted))
        .findFirst()
        .orElse(Workspace.DEFAULT);
  }

  private Workspace workspace(ResultSet row, List<String> redacted) throws SQLException {
    return new Workspace(
        ExactText.read(row.getString("name"), row.getBytes("name_exact")),
        row.getBoolean("filtered_server_calls_count"),
        redacted,
        new Notifications(
            row.getString("notifications_url"),
            secret(row.getBytes("notifications_secret")),
            Duration.ofMillis(row.getLong("notifications_failing_after"))));
  }

  private @Nullable SharedSecret secret(byte @Nullable [] sealed) {
    return sealed == null
        ? null
        : SharedSecret.current(seal.unseal(SecretSeal.Owner.WORKSPACE, sealed));
  }

  void replace(Handle handle, Workspace workspace) {
    Notifications notifications = workspace.notifications();
    SharedSecret secret = notifications.secret();
    handle.execute("delete from workspace");
    handle
        .createUpdate(
            "insert into workspace (id, name, name_exact, filtered_server_calls_count,"
                + " notifications_url, notifications_secret, notifications_failing_after)"
                + " values (1, :name, :exact, :count, :url, :secret, :failingAfter)")
        .bind("name", ExactText.readable(workspace.name()))
        .bind("exact", ExactText.exact(workspace.name()))
        .bind("count", workspace.filteredServerCallsCount())
        .bind("url", notifications.url())
        .bind(
            "secret", secret == null ? null : seal.seal(SecretSeal.Owner.WORKSPACE, secret.value()))
        .bind("failingAfter", notifications.failingAfter().toMillis())
        .execute();
    handle.execute("delete from redacted_field");
    for (int i = 0; i < workspace.redactedFields().size(); i++) {
      String field = workspace.redactedFields().get(i);
      handle
          .createUpdate(
              "insert into redacted_field (ordinal, field, field_exact)"
                  + " values (:ordinal, :field, :exact)")
          .bind("ordinal", i)
          .bind("field", ExactText.readable(field))
          .bind("exact", ExactText.exact(field))
          .execute();
    }
  }
}
