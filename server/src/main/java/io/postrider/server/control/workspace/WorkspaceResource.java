package io.postrider.server.control.workspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Workspace;
import io.postrider.server.config.Units;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.AuditStamp;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.http.AccessRole;
import io.postrider.server.http.Answer;
import io.postrider.server.http.Call;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the workspace.
 *
 * <p>Its endpoints run on any thread and block. A change is in force on this node before it is
 * answered.
 */
public final class WorkspaceResource implements ApiPart {

  private final WorkspaceStore store;
  private final LiveCatalog catalog;
  private final InstantSource clock;

  /** Serves the settings of a store. */
  public WorkspaceResource(WorkspaceStore store, LiveCatalog catalog, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
  }

  private record SecretState(@JsonProperty boolean set) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record NotificationsView(
      @JsonProperty @Nullable String url,
      @JsonProperty @Nullable SecretState sharedSecret,
      @JsonProperty String failingAfter) {}

  private record View(
      @JsonProperty String name,
      @JsonProperty boolean filteredServerCallsCount,
      @JsonProperty List<String> redactedFields,
      @JsonProperty NotificationsView notifications) {

    static View of(Workspace workspace) {
      Workspace.Notifications notifications = workspace.notifications();
      return new View(
          workspace.name(),
          workspace.filteredServerCallsCount(),
          workspace.redactedFields(),
          new NotificationsView(
              notifications.url(),
              notifications.secret() == null ? null : new SecretState(true),
              Units.text(notifications.failingAfter())));
    }
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/workspace")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.PATCH, AccessRole.ADMIN, this::change));
  }

  private Answer read(Call call) {
    Query.of(call).check();
    return Answer.json(200, View.of(store.read()));
  }

  private Answer change(Call call) {
    UnaryOperator<Workspace> asked = WorkspaceForm.change(call);
    Workspace changed = store.by(AuditStamp.of(call, clock.instant())).change(asked);
    catalog.refresh();
    return Answer.json(200, View.of(changed));
  }
}
