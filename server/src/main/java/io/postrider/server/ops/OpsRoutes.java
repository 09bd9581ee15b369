package io.postrider.server.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.postrider.log.LogState;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.ResourceRouter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * {@code /health/live}, {@code /health/ready} and {@code /metrics}, without a token. Runs on event
 * loops.
 */
public final class OpsRoutes {

  private final Supplier<String> metrics;
  private final Supplier<LogState> log;
  private final Supplier<List<String>> warnings;
  private volatile boolean stopping;

  /**
   * @param metrics the text of all metrics
   * @param warnings what does not stop the node from accepting; without details, because anyone may
   *     ask
   */
  public OpsRoutes(
      Supplier<String> metrics, Supplier<LogState> log, Supplier<List<String>> warnings) {
    this.metrics = metrics;
    this.log = log;
    this.warnings = warnings;
  }

  /** Makes the node not ready, so that load balancers stop using it. */
  public void stopping() {
    stopping = true;
  }

  /** Adds all routes. */
  public void mount(Vertx vertx, Router router) {
    mountHealth(vertx, router);
    open(vertx, router, "/metrics", call -> scrape());
  }

  /** Adds what load balancers ask. */
  public void mountHealth(Vertx vertx, Router router) {
    open(vertx, router, "/health/live", call -> state(200, "live", "", List.of()));
    open(vertx, router, "/health/ready", call -> ready());
  }

  private static void open(Vertx vertx, Router router, String path, Endpoint endpoint) {
    ResourceRouter.mountImmediate(vertx, router, Resource.open(path).on(HttpMethod.GET, endpoint));
  }

  private ApiResponse ready() {
    LogState state = log.get();
    if (stopping) {
      return state(503, "stopping", "The node is shutting down.", List.of());
    }
    return state instanceof LogState.Running
        ? state(200, "ready", "", warnings.get())
        : state(503, "unavailable", state.message(), warnings.get());
  }

  private ApiResponse scrape() {
    return new ApiResponse(
        200,
        Map.of("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
        metrics.get().getBytes(UTF_8));
  }

  private static ApiResponse state(int status, String name, String reason, List<String> warnings) {
    return ApiResponse.json(status, new State(name, reason, warnings));
  }

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record State(String status, String reason, List<String> warnings) {}
}
