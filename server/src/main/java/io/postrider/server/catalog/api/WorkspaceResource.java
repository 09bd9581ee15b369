package io.postrider.server.catalog.api;

import io.postrider.route.Workspace;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.Visibility;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.sql.WorkspaceStore;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;

/**
 * The admin API for workspace settings. Endpoints run on any thread and block. A change is applied
 * on this node before it is answered.
 */
public final class WorkspaceResource implements ApiRoutes {

  private final WorkspaceStore store;
  private final LiveCatalog catalog;
  private final InstantSource clock;

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

  private ApiResponse read(ApiRequest call) {
    Query.of(call).check();
    return view(store.read(), call);
  }

  private ApiResponse change(ApiRequest call) {
    WorkspaceForm.Change requested = WorkspaceForm.change(call);
    Workspace changed =
        store.change(
            AuditStamp.of(call, clock.instant()),
            declared -> declared.refuse(requested.fields()),
            requested.edit());
    catalog.refresh();
    return view(changed, call);
  }

  private ApiResponse view(Workspace workspace, ApiRequest call) {
    return ApiResponse.json(
        200,
        WorkspaceView.of(
            workspace, catalog.declarations(), Visibility.of(call, catalog.redaction())));
  }
}
