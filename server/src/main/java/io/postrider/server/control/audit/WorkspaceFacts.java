package io.postrider.server.control.audit;

import io.postrider.route.Workspace;
import io.postrider.server.config.Units;

/** The workspace as the audit trail tells of it. Pure. */
public final class WorkspaceFacts {

  private static final String ID = "workspace";

  private WorkspaceFacts() {}

  public static AuditEvent changed(Workspace before, Workspace after) {
    return new AuditEvent.Subject("workspace", ID, after.name()).changed(of(before), of(after));
  }

  private static Facts of(Workspace workspace) {
    Workspace.Notifications notifications = workspace.notifications();
    return Facts.none()
        .with("name", workspace.name())
        .with("filteredServerCallsCount", workspace.filteredServerCallsCount())
        .with("redactedFields", workspace.redactedFields())
        .with("notifications.url", notifications.url())
        .secret(
            "notifications.sharedSecret",
            notifications.secret() == null ? null : notifications.secret().value())
        .with("notifications.failingAfter", Units.text(notifications.failingAfter()));
  }
}
