package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.TlsConfig;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** No connection stays in any state for ever, whatever the peer or the handler does. */
@Tag("slow")
final class ConnectionDeadlinesTest {

  /** Longer than any test, so that only the other two deadlines end connections. */
  private static final Duration IDLE = Duration.ofDays(2);

  private static final Duration REQUEST = Duration.ofDays(1);
  private static final Duration RESPONSE = Duration.ofSeconds(60);
  private static final Duration WRITE = Duration.ofSeconds(30);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final Buffer LARGE = Buffer.buffer(new byte[64 * 1024]);
  private static final int REQUESTS = 1_000;
  private static final String TRACK = "GET /v1/t HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String OTHER = "GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final SettableTime time = new SettableTime();
  private HttpListener listener = listener((request, activity) -> {});

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  @Test
  void requestThatIsNotAnswered_gets503() throws Exception {
    AtomicInteger received = new AtomicInteger();
    int port =
        listen(
            (request, activity) ->
                request.endHandler(
                    end -> {
                      activity.received();
                      received.incrementAndGet();
                    }));
    for (String request : List.of(TRACK, OTHER)) {
      try (RawConnection connection = RawConnection.open(port)) {
        received.set(0);
        connection.send(request);
        await().until(() -> received.get() == 1);
        awaitSweeps();
        time.advance(RESPONSE);
        awaitSweeps();
        assertThat(connection.isSilent()).isTrue();
        time.advance(SECOND);
        String answer = connection.toEnd();
        assertThat(answer)
            .startsWith("HTTP/1.1 503")
            .containsIgnoringCase("\r\nconnection: close\r\n")
            .containsIgnoringCase("\r\nretry-after: 5\r\n")
            .contains(
                request.equals(TRACK)
                    ? "{\"success\":false,\"code\":\"unavailable\""
                    : "urn:postrider:problem:unavailable");
      }
    }
    await().until(() -> listener.connections() == 0);
  }

  @Test
  void streamThatHasBegun_mayLast() throws Exception {
    int port =
        listen(
            (request, activity) -> {
              request.endHandler(end -> activity.received());
              request.response().setChunked(true).write("x");
            });
    try (RawConnection connection = RawConnection.open(port)) {
      connection.send(TRACK);
      assertThat(connection.answer()).startsWith("HTTP/1.1 200");
      awaitSweeps();
      time.advance(RESPONSE.multipliedBy(100));
      awaitSweeps();
      assertThat(listener.connections()).isOne();
    }
  }

  @Test
  void handlerThatThrows_isAnswered() throws Exception {
    List<Throwable> thrown = List.of(new IllegalStateException("secret"), new StackOverflowError());
    AtomicInteger calls = new AtomicInteger();
    int port =
        listen(
            (request, activity) -> {
              Throwable next = thrown.get(calls.getAndIncrement() % thrown.size());
              if (next instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) next;
            });
    for (int i = 0; i < 2 * thrown.size(); i++) {
      boolean tracking = i < thrown.size();
      try (RawConnection connection = RawConnection.open(port)) {
        assertThat(connection.send(tracking ? TRACK : OTHER).toEnd())
            .startsWith(tracking ? "HTTP/1.1 503" : "HTTP/1.1 500")
            .containsIgnoringCase("\r\nconnection: close\r\n")
            .doesNotContain("secret");
      }
    }
    await().until(() -> listener.connections() == 0);
  }

  @Test
  void callbackThatThrows_isLoggedInOneLine_andItsRequestAnsweredInTime() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    lines.start();
    root.addAppender(lines);
    AtomicInteger calls = new AtomicInteger();
    int port =
        listen(
            (request, activity) ->
                request.endHandler(
                    end -> {
                      activity.received();
                      calls.incrementAndGet();
                      throw new IllegalStateException("secret");
                    }));
    try (RawConnection first = RawConnection.open(port);
        RawConnection second = RawConnection.open(port)) {
      first.send(TRACK);
      second.send(TRACK);
      await().until(() -> calls.get() == 2);
      awaitSweeps();
      time.advance(RESPONSE.plus(SECOND));
      assertThat(first.toEnd()).startsWith("HTTP/1.1 503");
      assertThat(second.toEnd()).startsWith("HTTP/1.1 503");
    } finally {
      root.detachAppender(lines);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.contains("IllegalStateException"))
        .hasSize(1)
        .noneMatch(line -> line.contains("secret") || line.contains("\n"));
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.contains("http.response-timeout"))
        .as("one line for both late answers")
        .hasSize(1);
    assertThat(lines.list).allMatch(line -> line.getThrowableProxy() == null);
  }

  @Test
  void requestWhoseResponseFailedHalfWay_isCut() throws Exception {
    int port =
        listen(
            (request, activity) -> {
              request.response().setChunked(true).write("x");
              throw new IllegalStateException("a fault that this test makes");
            });
    try (RawConnection connection = RawConnection.open(port)) {
      assertThat(connection.send(TRACK).toEnd())
          .startsWith("HTTP/1.1 200")
          .doesNotEndWith("0\r\n\r\n");
    }
  }

  @Test
  void peerThatDoesNotRead_isReset() throws Exception {
    int port = listen(this::answerLarge);
    try (RawConnection connection = RawConnection.open(port)) {
      Thread sender = sendAll(connection);
      awaitSweeps();
      awaitSweeps();
      await()
          .pollInterval(SECOND)
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                time.advance(WRITE.plus(SECOND));
                return listener.connections() == 0;
              });
      sender.join();
      assertThat(connection.toEnd()).isNotEmpty();
    }
  }

  /** Otherwise the kernel would keep what is unsent, for as long as it likes. */
  @Test
  void peerThatReadsNoneOfItsResponse_isReset() throws Exception {
    int port =
        listen(
            (request, activity) -> {
              request.response().end(Buffer.buffer(new byte[32 << 20]));
              activity.answered();
            });
    try (RawConnection connection = RawConnection.open(port)) {
      connection.send(TRACK);
      await()
          .pollInterval(SECOND)
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                time.advance(WRITE.plus(SECOND));
                return listener.connections() == 0;
              });
      assertThat(connection.isReset()).isTrue();
    }
  }

  /** Whatever goes wrong with the last response of a connection. */
  @Test
  void connectionThatIsClosing_isClosedInTime() throws Exception {
    AtomicInteger closing = new AtomicInteger();
    int port =
        listen(
            (request, activity) -> {
              activity.closing();
              closing.incrementAndGet();
            });
    try (RawConnection connection = RawConnection.open(port)) {
      connection.send(TRACK);
      await().until(() -> closing.get() == 1);
      awaitSweeps();
      time.advance(WRITE);
      awaitSweeps();
      assertThat(listener.connections()).isOne();
      time.advance(SECOND);
      assertThat(connection.toEnd()).isEmpty();
    }
  }

  @Test
  void peerThatReadsInTime_isNotReset() throws Exception {
    int port = listen(this::answerLarge);
    try (RawConnection connection = RawConnection.open(port)) {
      Thread sender = sendAll(connection);
      awaitSweeps();
      time.advance(WRITE);
      awaitSweeps();
      for (int i = 0; i < REQUESTS; i++) {
        assertThat(connection.answer()).startsWith("HTTP/1.1 200").hasSizeGreaterThan(64 * 1024);
      }
      sender.join();
    }
  }

  @Test
  void drain_announcesTheEndOfEveryConnection() throws Exception {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    int port =
        listen(
            (request, activity) -> {
              if (request.path().equals("/hold")) {
                held.add(request);
              } else {
                request.response().end("x");
                activity.answered();
              }
            });
    try (RawConnection idle = RawConnection.open(port);
        RawConnection busy = RawConnection.open(port)) {
      assertThat(idle.send(TRACK).answer()).doesNotContainIgnoringCase("connection: close");
      busy.send("GET /hold HTTP/1.1\r\nHost: x\r\n\r\n");
      await().until(() -> held.size() == 1);
      listener.drain().await(30, TimeUnit.SECONDS);
      assertThat(idle.send(TRACK).toEnd())
          .startsWith("HTTP/1.1 200")
          .containsIgnoringCase("\r\nconnection: close\r\n");
      held.getFirst().response().end("x");
      assertThat(busy.toEnd())
          .startsWith("HTTP/1.1 200")
          .containsIgnoringCase("\r\nconnection: close\r\n");
    }
    await().until(() -> listener.connections() == 0);
  }

  private void answerLarge(HttpServerRequest request, ConnectionActivity activity) {
    request.response().end(LARGE);
    activity.answered();
  }

  /** Sends requests from another thread; it ends when the peer has taken all, or closes. */
  private static Thread sendAll(RawConnection connection) {
    return Thread.startVirtualThread(
        () -> {
          try {
            connection.send(TRACK.repeat(REQUESTS));
          } catch (IOException closed) {
            // that the connection ends is what the test expects
          }
        });
  }

  /** Waits until every connection was looked at since the last change. */
  private void awaitSweeps() {
    int before = time.readings();
    await().until(() -> time.readings() >= before + 2);
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
            IDLE,
            REQUEST,
            RESPONSE,
            WRITE,
            Duration.ZERO,
            List.of(),
            TlsConfig.NONE);
    return new HttpListener(vertx, config, null, time, time, context -> handler);
  }
}
