package io.postrider.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LoadRunTest {
  private final Queue<String> ids = new ConcurrentLinkedQueue<>();
  private final Vertx vertx = Vertx.vertx();
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, EpollIoHandler.newFactory());
  private int port;

  @BeforeEach
  void listen() {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              ids.add(new JsonObject(body).getString("messageId"));
                              boolean fails = request.path().equals("/fails");
                              request
                                  .response()
                                  .setStatusCode(fails ? 503 : 200)
                                  .end("{\"success\":true}");
                            }))
            .listen(0, "127.0.0.1")
            .await();
    port = server.actualPort();
  }

  @AfterEach
  void close() throws InterruptedException {
    vertx.close().await();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }

  @Test
  void run_closedLoopCountsRequestsAndRepeatsNoId() throws Exception {
    LoadResult result = run("--path=/ok --connections=8 --loops=2 --millis=200");
    assertThat(result.unexpected()).isZero();
    assertThat(result.answered()).isPositive().isEqualTo(ids.size());
    assertThat(Set.copyOf(ids)).hasSize(ids.size());
  }

  @Test
  void run_openLoopSendsExactlyThePlannedRequests() throws Exception {
    LoadResult result = run("--path=/ok --connections=4 --rate=500 --millis=400");
    assertThat(result.answered()).isEqualTo(200).isEqualTo(ids.size());
    assertThat(result.unsent()).isZero();
  }

  @Test
  void run_countsErrorsAndRecordsTheFirst() throws Exception {
    LoadResult result = run("--path=/fails --connections=4 --rate=100 --millis=100");
    assertThat(result.answered()).isZero();
    assertThat(result.unexpected()).isEqualTo(10);
    assertThat(result.firstError()).contains("503");
  }

  private LoadResult run(String words) throws InterruptedException {
    return new LoadRun(LoadPlan.parse("--port=" + port + " " + words), loops).run();
  }
}
