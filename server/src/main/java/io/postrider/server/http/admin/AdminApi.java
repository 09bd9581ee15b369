package io.postrider.server.http.admin;

import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.pages.Dashboard;
import io.postrider.server.http.pages.DocsSite;
import io.postrider.server.http.pages.WelcomePage;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The admin API: {@code /api/…} with authentication, {@code /openapi.json} without, the
 * documentation at {@code /docs}, and the dashboard on all other paths.
 */
public final class AdminApi implements AutoCloseable {

  private static final String DOCUMENT = "/openapi.json";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final ResourceRouter resources;
  private final List<Resource> paths;

  /**
   * Serves routes.
   *
   * @param authenticator authenticates requests below {@code /api}
   * @param bodies the memory of request bodies
   */
  public AdminApi(
      Vertx vertx,
      Authenticator authenticator,
      ResourceRouter.Limits limits,
      BodyBudget bodies,
      List<? extends ApiRoutes> routes) {
    this.vertx = vertx;
    this.resources = new ResourceRouter(vertx, authenticator, limits, bodies);
    this.paths =
        routes.stream()
            .flatMap(one -> one.resources().stream())
            .map(resource -> resource.mapped(AdminApi::answeringOutages))
            .toList();
  }

  /** Adds the API to the router, after its existing routes. */
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
    DocsSite.find(DocsSite.FOLDER)
        .ifPresent(
            docs ->
                resources.mountMatching(
                    root, DocsSite.PATHS, Resource.open("/docs").on(HttpMethod.GET, docs::answer)));
    Resource home = Resource.open("/");
    Optional<Dashboard> dashboard = Dashboard.find(Dashboard.FOLDER);
    if (dashboard.isPresent()) {
      resources.mountMatching(
          root, Dashboard.PATHS, home.on(HttpMethod.GET, dashboard.get()::answer));
    } else {
      resources.mount(root, home.on(HttpMethod.GET, new WelcomePage()::answer));
    }
  }

  private static Endpoint answeringOutages(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.answer(call);
      } catch (DatabaseUnavailableException e) {
        String what =
            e.isFull()
                ? "The disk of the database is full; free space, then retry."
                : "The database is unavailable; retry.";
        throw ApiException.unavailable(what, RETRY_AFTER);
      }
    };
  }

  /** Ends open streams. */
  @Override
  public void close() {
    resources.close();
  }

  /** Every path below {@code /api}. */
  public List<Resource> resources() {
    return paths;
  }
}
