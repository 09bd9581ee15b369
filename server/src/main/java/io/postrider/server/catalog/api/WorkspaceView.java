package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Workspace;
import io.postrider.server.access.Visibility;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.config.DurationText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The workspace as JSON.
 *
 * @param declared the fields that the workspace file declares; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkspaceView(
    @JsonProperty String name,
    @JsonProperty boolean filteredServerCallsCount,
    @JsonProperty List<String> redactedFields,
    @JsonProperty NotificationsView notifications,
    @JsonProperty @Nullable List<String> declared) {

  /** Whether a secret is set. */
  public record SecretState(@JsonProperty boolean set) {}

  /** The notifications about failing destinations. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record NotificationsView(
      @JsonProperty @Nullable String url,
      @JsonProperty @Nullable SecretState sharedSecret,
      @JsonProperty String failingAfter) {}

  public static WorkspaceView of(
      Workspace workspace, Declarations declarations, Visibility visibility) {
    Workspace.Notifications notifications = workspace.notifications();
    return new WorkspaceView(
        workspace.name(),
        workspace.filteredServerCallsCount(),
        workspace.redactedFields(),
        new NotificationsView(
            notifications.url() == null ? null : visibility.url(notifications.url()),
            notifications.secret() == null ? null : new SecretState(true),
            DurationText.text(notifications.failingAfter())),
        declarations.workspace().isEmpty()
            ? null
            : declarations.workspace().stream().sorted().toList());
  }
}
