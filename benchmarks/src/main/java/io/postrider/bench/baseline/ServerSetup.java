package io.postrider.bench.baseline;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.http.HttpListener;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/**
 * Sets up the product's HTTP server for the baselines.
 *
 * <p>A ratio to a baseline is meaningful only if both run the same server with the same settings.
 */
final class ServerSetup {
  private ServerSetup() {}

  static Vertx vertx() {
    return Vertx.vertx(
        new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(eventLoops()));
  }

  /** Listens on loopback with one server per event loop, all on one port. */
  static Future<?> listen(Vertx vertx, int port, Handler<HttpServerRequest> handler) {
    if (!vertx.isNativeTransportEnabled()) {
      throw new IllegalStateException(
          "no native transport", vertx.unavailableNativeTransportCause());
    }
    Future<?> listening = Future.succeededFuture();
    for (int i = 0; i < eventLoops(); i++) {
      listening =
          listening.compose(
              done ->
                  vertx.deployVerticle(
                      context ->
                          vertx
                              .createHttpServer(options())
                              .requestHandler(handler)
                              .listen(port, "127.0.0.1")));
    }
    return listening;
  }

  private static HttpServerOptions options() {
    return HttpListener.options(Config.of(Settings.load(null, Map.of(), Map.of())).http());
  }

  private static int eventLoops() {
    return Runtime.getRuntime().availableProcessors();
  }
}
