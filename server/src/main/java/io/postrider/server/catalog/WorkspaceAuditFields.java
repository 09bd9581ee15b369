package io.postrider.server.catalog;

import io.postrider.route.Workspace;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.config.DurationText;

/** Audit events of the workspace. Pure. */
public final class WorkspaceAuditFields {

  private static final String ID = "workspace";

  private WorkspaceAuditFields() {}

  public static AuditEvent changed(Workspace before, Workspace after) {
    return new AuditEvent.Subject("workspace", ID, after.name()).changed(of(before), of(after));
  }

  private static AuditFields of(Workspace workspace) {
    Workspace.Notifications notifications = workspace.notifications();
    return AuditFields.none()
        .with("name", workspace.name())
        .with("filteredServerCallsCount", workspace.filteredServerCallsCount())
        .with("redactedFields", workspace.redactedFields())
        .with("notifications.url", notifications.url())
        .secret(
            "notifications.sharedSecret",
            notifications.secret() == null ? null : notifications.secret().value())
        .with("notifications.failingAfter", DurationText.text(notifications.failingAfter()));
  }
}
