package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.LogState;
import io.postrider.server.http.RawConnection;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readiness follows the log, whatever stops it. */
final class OpsRoutesTest {

  private final Vertx vertx = Vertx.vertx();
  private volatile LogState state = new LogState.Running();
  private final OpsRoutes routes =
      new OpsRoutes(
          new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)::scrape,
          () -> state,
          () -> List.of());
  private int port;

  @BeforeEach
  void listen() throws Exception {
    Router router = Router.router(vertx);
    routes.mount(vertx, router);
    port =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .await(30, TimeUnit.SECONDS)
            .actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  private String get(String path) throws IOException {
    try (RawConnection connection = RawConnection.open(port)) {
      return connection.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").answer();
    }
  }

  static List<LogState> stopped() {
    return List.of(
        new LogState.Full("the reason"),
        new LogState.ReadOnly("the reason"),
        new LogState.Failed("the reason"),
        new LogState.Stalled("the reason"),
        new LogState.Closed());
  }

  @ParameterizedTest
  @MethodSource("stopped")
  void logThatAcceptsNothing_isNotReady_untilItRuns(LogState other) throws IOException {
    state = other;
    assertThat(get("/health/ready"))
        .startsWith("HTTP/1.1 503")
        .contains("\"status\":\"unavailable\"")
        .contains(other.message());
    assertThat(get("/health/live")).startsWith("HTTP/1.1 200");
    state = new LogState.Running();
    assertThat(get("/health/ready")).startsWith("HTTP/1.1 200");
  }

  @Test
  void nodeThatStops_isNotReady() throws IOException {
    routes.stopping();
    assertThat(get("/health/ready")).startsWith("HTTP/1.1 503").contains("\"status\":\"stopping\"");
    assertThat(get("/health/live")).startsWith("HTTP/1.1 200");
  }
}
