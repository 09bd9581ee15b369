package io.postrider.server.control;

import io.postrider.server.http.ApiException;
import io.postrider.server.http.Endpoint;
import io.postrider.server.http.Resource;
import io.postrider.server.http.Resources;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.List;

/** The admin API as a whole: {@code /api/…} behind the admin token, {@code /openapi.json} open. */
public final class AdminApi implements AutoCloseable {

  private static final String DOCUMENT = "/openapi.json";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final AdminToken token;
  private final Resources resources;
  private final List<Resource> guarded;

  /** Serves these parts. */
  public AdminApi(
      Vertx vertx, AdminToken token, Resources.Limits limits, List<? extends ApiPart> parts) {
    this.vertx = vertx;
    this.token = token;
    this.resources = new Resources(vertx, limits);
    this.guarded =
        parts.stream()
            .flatMap(part -> part.resources().stream())
            .map(resource -> resource.mapped(AdminApi::sayingWhenTheStoreIsAway))
            .toList();
  }

  /** Adds the API to the program's router, behind all that is there already. */
  public void mount(Router root) {
    Router api = Router.router(vertx);
    api.route().handler(new BearerGuard(token, resources));
    guarded.forEach(resource -> resources.mount(api, resource));
    resources.mountRest(api);
    root.route("/api/*").subRouter(api);
    resources.mount(root, Resource.at(DOCUMENT).on(HttpMethod.GET, new OpenApiDocument()::answer));
    resources.mount(root, Resource.at("/").on(HttpMethod.GET, new WelcomePage()::answer));
    resources.mountRest(root);
  }

  private static Endpoint sayingWhenTheStoreIsAway(Endpoint endpoint) {
    return call -> {
      try {
        return endpoint.answer(call);
      } catch (StoreUnavailableException away) {
        throw ApiException.unavailable("The database is away; try again.", RETRY_AFTER);
      }
    };
  }

  /** Ends what is being streamed. */
  @Override
  public void close() {
    resources.close();
  }

  /** Every path below {@code /api}. */
  List<Resource> resources() {
    return guarded;
  }
}
