package io.postrider.server.ops;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.LogState;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Supplier;

/** {@code /health/live}, {@code /health/ready} and {@code /metrics}: no token, no secrets. */
public final class OpsRoutes {

  private final PrometheusMeterRegistry metrics;
  private final Supplier<LogState> log;
  private volatile boolean stopping;

  public OpsRoutes(PrometheusMeterRegistry metrics, Supplier<LogState> log) {
    this.metrics = metrics;
    this.log = log;
  }

  /** From now on the node is not ready, so that a load balancer looks elsewhere. */
  public void stopping() {
    stopping = true;
  }

  /** Adds the routes. */
  public void mount(Router router) {
    router.get("/health/live").handler(routing -> answer(routing, 200, "live", ""));
    router.get("/health/ready").handler(this::ready);
    router.get("/metrics").handler(this::scrape);
  }

  private void ready(RoutingContext routing) {
    LogState state = log.get();
    if (stopping) {
      answer(routing, 503, "stopping", "The node is shutting down.");
    } else if (state instanceof LogState.Running) {
      answer(routing, 200, "ready", "");
    } else {
      answer(routing, 503, "unavailable", state.words());
    }
  }

  private void scrape(RoutingContext routing) {
    routing
        .response()
        .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        .end(metrics.scrape());
  }

  private static void answer(RoutingContext routing, int status, String word, String reason) {
    JsonObject body = new JsonObject().put("status", word);
    if (!reason.isEmpty()) {
      body.put("reason", reason);
    }
    routing
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .putHeader("Cache-Control", "no-store")
        .end(body.toBuffer());
  }
}
