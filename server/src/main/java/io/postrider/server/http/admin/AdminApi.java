package io.postrider.server.http.admin;

import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.http.pages.Dashboard;
import io.postrider.server.http.pages.WelcomePage;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The admin API as a whole: {@code /api/…} behind a token, {@code /openapi.json} open, and the
 * dashboard that uses it on the addresses that are left.
 */
public final class AdminApi implements AutoCloseable {

  private static final String DOCUMENT = "/openapi.json";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final ResourceRouter resources;
  private final List<Resource> paths;

  /**
   * Serves these parts.
   *
   * @param gatekeeper who lets callers in below {@code /api}
   */
  public AdminApi(
      Vertx vertx,
      Authenticator gatekeeper,
      ResourceRouter.Limits limits,
      List<? extends ApiRoutes> parts) {
    this.vertx = vertx;
    this.resources = new ResourceRouter(vertx, gatekeeper, limits);
    this.paths =
        parts.stream()
            .flatMap(part -> part.resources().stream())
            .map(resource -> resource.mapped(AdminApi::sayingWhenTheStoreIsAway))
            .toList();
  }

  /** Adds the API to the program's router, behind all that is there already. */
  public void mount(Router root) {
    Router api = Router.router(vertx);
    paths.forEach(resource -> resources.mount(api, resource));
    resources.mountGuardedRest(api);
    root.route("/api/*").subRouter(api);
    resources.mount(
        root, Resource.open(DOCUMENT).on(HttpMethod.GET, new OpenApiDocument()::answer));
    mountPages(root);
    resources.mountRest(root);
  }

  private void mountPages(Router root) {
    Resource home = Resource.open("/");
    Optional<Dashboard> dashboard = Dashboard.find(Dashboard.FOLDER);
    if (dashboard.isPresent()) {
      resources.mountMatching(
          root, Dashboard.PATHS, home.on(HttpMethod.GET, dashboard.get()::answer));
    } else {
      resources.mount(root, home.on(HttpMethod.GET, new WelcomePage()::answer));
    }
  }

  private static Endpoint sayingWhenTheStoreIsAway(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.answer(call);
      } catch (DatabaseUnavailableException away) {
        throw ApiException.unavailable("The database is unavailable; retry.", RETRY_AFTER);
      }
    };
  }

  /** Ends what is being streamed. */
  @Override
  public void close() {
    resources.close();
  }

  /** Every path below {@code /api}. */
  public List<Resource> resources() {
    return paths;
  }
}
