package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.RawConnection;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The number of requests and streams that are served at once. */
final class ResourceRouterTest {

  private static final String GET = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();

  @AfterEach
  void stop() throws Exception {
    goOn.countDown();
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  @Test
  void requestsBeyondTheLimit_get503() throws Exception {
    int port =
        listen(
            new ResourceRouter.Limits(1_024, Duration.ofMinutes(1), 2, 100),
            call -> {
              hold();
              return ApiResponse.json(200, Map.of());
            });
    assertThirdIsRefused(port, "Too many concurrent requests.", "Retry-After: 1\r\n");
  }

  @Test
  void streamsBeyondTheLimit_get503() throws Exception {
    StreamBody held =
        new StreamBody() {
          @Override
          public void write(Outlet out) {
            hold();
            out.write("whole".getBytes(UTF_8));
          }

          @Override
          public void close() {}
        };
    int port =
        listen(
            new ResourceRouter.Limits(1_024, Duration.ofMinutes(1), 100, 2),
            call -> new StreamedResponse(Map.of(), held));
    assertThirdIsRefused(port, "Too many concurrent streams.", "Retry-After: 5\r\n");
  }

  /** Two are held, the third is refused, and a place that is free again is used again. */
  private void assertThirdIsRefused(int port, String detail, String retryAfter) throws Exception {
    try (RawConnection first = RawConnection.open(port);
        RawConnection second = RawConnection.open(port);
        RawConnection third = RawConnection.open(port)) {
      first.send(GET);
      second.send(GET);
      await().until(() -> begun.get() == 2);
      assertThat(third.send(GET).answer())
          .startsWith("HTTP/1.1 503")
          .contains(detail)
          .contains(retryAfter);
      goOn.countDown();
      assertThat(first.answer()).startsWith("HTTP/1.1 200");
      assertThat(second.answer()).startsWith("HTTP/1.1 200");
    }
    await()
        .until(
            () -> {
              try (RawConnection next = RawConnection.open(port)) {
                return next.send(GET).answer().startsWith("HTTP/1.1 200");
              }
            });
    assertThat(begun).hasValue(3);
  }

  private void hold() {
    begun.incrementAndGet();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int listen(ResourceRouter.Limits limits, Endpoint endpoint) throws Exception {
    Router router = Router.router(vertx);
    new ResourceRouter(vertx, head -> Caller.ANYONE, limits, new BodyBudget(1 << 20))
        .mount(router, Resource.open("/x").on(HttpMethod.GET, endpoint));
    return vertx
        .createHttpServer()
        .requestHandler(router)
        .listen(0, "127.0.0.1")
        .await(30, TimeUnit.SECONDS)
        .actualPort();
  }
}
