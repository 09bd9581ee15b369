package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.TlsConfig;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.VertxConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the listening side does for every handler. */
final class HttpListenerTest {

  private static final Buffer LARGE = Buffer.buffer(new byte[64 * 1024]);
  private static final int REQUESTS = 1_000;

  private final Vertx vertx = Vertx.vertx();
  private HttpListener listener = listener((request, activity) -> {});

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  @Test
  void requestsOfAPeerThatDoesNotRead_wait() throws Exception {
    AtomicInteger crowded = new AtomicInteger();
    LoopHandler handler =
        (request, visit) -> {
          if (!((VertxConnection) request.connection()).channel().isWritable()) {
            crowded.incrementAndGet();
          }
          request.response().end(LARGE);
        };
    try (RawConnection connection = RawConnection.open(listen(handler))) {
      Thread sender =
          Thread.startVirtualThread(
              () -> {
                try {
                  connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      for (int i = 0; i < REQUESTS; i++) {
        assertThat(connection.answer()).startsWith("HTTP/1.1 200").hasSizeGreaterThan(64 * 1024);
      }
      sender.join();
    }
    assertThat(crowded).hasValue(0);
  }

  @Test
  void bodiesOfRequestsThatWaited_areWhole() throws Exception {
    LoopHandler handler =
        (request, visit) ->
            request
                .body()
                .onSuccess(
                    body ->
                        request
                            .response()
                            .end(
                                Buffer.buffer()
                                    .appendBuffer(LARGE, 0, 60_000)
                                    .appendString(" " + body)));
    try (RawConnection connection = RawConnection.open(listen(handler))) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 100; i++) {
        requests.append("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n");
        requests.append("%06d".formatted(i));
      }
      Thread sender =
          Thread.startVirtualThread(
              () -> {
                try {
                  connection.send(requests.toString());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      for (int i = 0; i < 100; i++) {
        assertThat(connection.answer()).endsWith(" %06d".formatted(i));
      }
      sender.join();
    }
  }

  /** A request that was read before its connection began to close is not begun. */
  @Test
  void connectionThatIsClosed_startsNoFurtherRequest() throws Exception {
    List<String> handled = new CopyOnWriteArrayList<>();
    LoopHandler handler =
        (request, activity) -> {
          handled.add(request.path());
          if (request.path().equals("/last")) {
            // later, when the requests behind it are decoded and wait for their turn
            vertx.runOnContext(
                decoded -> {
                  activity.closing();
                  request.response().end("x");
                });
          } else {
            request.response().end("x");
          }
        };
    int port = listen(handler);
    try (RawConnection connection = RawConnection.open(port)) {
      connection.send(get("/first") + get("/last") + get("/behind") + get("/behind"));
      assertThat(connection.answer()).startsWith("HTTP/1.1 200");
      assertThat(connection.answer()).startsWith("HTTP/1.1 200");
      try (RawConnection other = RawConnection.open(port)) {
        assertThat(other.send(get("/other")).answer()).startsWith("HTTP/1.1 200");
      }
      assertThat(connection.isSilent()).isTrue();
    }
    assertThat(handled).containsExactly("/first", "/last", "/other");
  }

  /** As when an idle connection gives way to a new one while its next request arrives. */
  @Test
  void requestOnAConnectionThatIsCut_isNotHandled() throws Exception {
    List<String> handled = new CopyOnWriteArrayList<>();
    LoopHandler handler =
        (request, activity) -> {
          handled.add(request.path());
          activity.closeNow();
          request.response().end("x");
        };
    int port = listen(handler);
    try (RawConnection connection = RawConnection.open(port);
        RawConnection other = RawConnection.open(port)) {
      connection.send(get("/cut") + get("/behind"));
      assertThat(connection.toEnd()).isEmpty();
      assertThat(other.send(get("/other")).toEnd()).isEmpty();
    }
    assertThat(handled).containsExactly("/cut", "/other");
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
  }

  @Test
  void everyAnswer_hasTheDate() throws Exception {
    LoopHandler handler = (request, visit) -> request.response().end("x");
    try (RawConnection connection = RawConnection.open(listen(handler))) {
      connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(connection.answer())
          .containsPattern("(?i)\r\ndate: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9: ]+ GMT\r\n");
      connection.send("GET / HTTP/1.1\r\nno header\r\n\r\n");
      assertThat(connection.answer()).startsWith("HTTP/1.1 400").containsPattern("(?i)\r\ndate: ");
    }
    DateHeader date = new DateHeader();
    assertThat(date.at(784_111_777_000L)).hasToString("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(date.at(784_111_777_999L)).isSameAs(date.at(784_111_777_000L));
    assertThat(date.at(784_111_778_000L)).hasToString("Sun, 06 Nov 1994 08:49:38 GMT");
  }

  @Test
  void connectionChurn_leavesNoConnection() throws Exception {
    int port = listen((request, activity) -> request.response().end("x"));
    for (int i = 0; i < 2_000; i++) {
      RawConnection connection = RawConnection.open(port);
      switch (i % 4) {
        case 0 -> connection.reset();
        case 1 -> connection.send("GET / HT").reset();
        case 2 -> connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").reset();
        default ->
            assertThat(connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").answer()).isNotEmpty();
      }
      connection.close();
    }
    await().until(() -> listener.connections() == 0);
    try (RawConnection connection = RawConnection.open(port)) {
      assertThat(connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").answer()).contains(" 200 ");
    }
  }

  @Test
  void pipelinedRequests_areAnsweredInOrder_whileOneTakesTime() throws Exception {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    int port =
        listen(
            (request, activity) -> {
              if (request.path().equals("/0")) {
                held.add(request);
              } else {
                request.response().end(request.path());
              }
            });
    try (RawConnection connection = RawConnection.open(port)) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 5_000; i++) {
        requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: x\r\n\r\n");
      }
      connection.send(requests.toString());
      await().until(() -> held.size() == 1);
      assertThat(connection.isSilent()).isTrue();
      vertx.runOnContext(now -> held.getFirst().response().end("/0"));
      for (int i = 0; i < 5_000; i++) {
        assertThat(connection.answer()).endsWith("\r\n\r\n/" + i);
      }
    }
  }

  @Test
  void responses_areNotCompressed() throws Exception {
    int port = listen((request, activity) -> request.response().end(LARGE));
    try (RawConnection connection = RawConnection.open(port)) {
      connection.send("GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n");
      assertThat(connection.answer())
          .hasSizeGreaterThan(64 * 1024)
          .doesNotContainIgnoringCase("content-encoding");
    }
  }

  private int listen(LoopHandler handler) throws Exception {
    listener = listener(handler);
    return listener.listen().await(30, TimeUnit.SECONDS);
  }

  private HttpListener listener(LoopHandler handler) {
    HttpConfig config =
        new HttpConfig(
            "127.0.0.1",
            0,
            1,
            100,
            Optional.empty(),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ZERO,
            List.of(),
            TlsConfig.NONE);
    InstantSource time = InstantSource.system();
    return new HttpListener(vertx, config, null, time, time, context -> handler);
  }
}
