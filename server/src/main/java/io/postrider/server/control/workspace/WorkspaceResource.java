package io.postrider.server.control.workspace;

import io.postrider.route.Workspace;
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

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/workspace")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.PATCH, AccessRole.ADMIN, this::change));
  }

  private Answer read(Call call) {
    Query.of(call).check();
    return view(store.read());
  }

  private Answer change(Call call) {
    WorkspaceChange asked = WorkspaceForm.change(call);
    Workspace changed =
        store
            .by(AuditStamp.of(call, clock.instant()))
            .checking(declared -> declared.refuse(asked.fields()))
            .change(asked.edit());
    catalog.refresh();
    return view(changed);
  }

  private Answer view(Workspace workspace) {
    return Answer.json(200, WorkspaceView.of(workspace, catalog.declarations()));
  }
}
