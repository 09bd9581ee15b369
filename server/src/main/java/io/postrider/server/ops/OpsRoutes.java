package io.postrider.server.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.LogState;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.ResourceRouter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.Map;
import java.util.function.Supplier;

/**
 * {@code /health/live}, {@code /health/ready} and {@code /metrics}, without a token. Runs on event
 * loops.
 */
public final class OpsRoutes {

  private final PrometheusMeterRegistry metrics;
  private final Supplier<LogState> log;
  private volatile boolean stopping;

  public OpsRoutes(PrometheusMeterRegistry metrics, Supplier<LogState> log) {
    this.metrics = metrics;
    this.log = log;
  }

  /** Makes the node not ready, so that load balancers stop using it. */
  public void stopping() {
    stopping = true;
  }

  /** Adds the routes. */
  public void mount(Vertx vertx, Router router) {
    open(vertx, router, "/health/live", call -> state(200, "live", ""));
    open(vertx, router, "/health/ready", call -> ready());
    open(vertx, router, "/metrics", call -> scrape());
  }

  private static void open(Vertx vertx, Router router, String path, Endpoint endpoint) {
    ResourceRouter.mountImmediate(vertx, router, Resource.open(path).on(HttpMethod.GET, endpoint));
  }

  private ApiResponse ready() {
    LogState state = log.get();
    if (stopping) {
      return state(503, "stopping", "The node is shutting down.");
    }
    return state instanceof LogState.Running
        ? state(200, "ready", "")
        : state(503, "unavailable", state.message());
  }

  private ApiResponse scrape() {
    return new ApiResponse(
        200,
        Map.of("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
        metrics.scrape().getBytes(UTF_8));
  }

  private static ApiResponse state(int status, String name, String reason) {
    return ApiResponse.json(status, new State(name, reason));
  }

  private record State(String status, @JsonInclude(JsonInclude.Include.NON_EMPTY) String reason) {}
}
