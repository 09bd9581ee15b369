package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.MODERATE;
import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.route.Webhook;
import io.postrider.route.Webhook.Header;
import io.postrider.server.delivery.Http2Receiver;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One attempt, and many at once, over HTTP/2. */
class Http2Test {

  private static final Authority ROOT = TestCertificates.authority("Test root");
  private static Vertx vertx;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() {
    ClientTests.await(vertx.close().toCompletionStage().toCompletableFuture());
  }

  private static Http2Receiver receiver(long maxStreams) {
    return Http2Receiver.open(vertx, ROOT.issue("localhost"), maxStreams);
  }

  private static ClientTests client(Duration timeout) {
    return ClientTests.trusting(timeout, ROOT);
  }

  @Test
  void request_isTheSameAsOverHttp1() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(PATIENT)) {
      String url = receiver.url("localhost", "/hook?a=1");
      WebhookTarget target =
          WebhookTarget.of(new Webhook(url, List.of(new Header("X-Api-Key", "k"))));
      AttemptResult result =
          tests.post(
              new WebhookRequest(
                  target, List.of(new Header("X-Signature", "00ff")), Buffer.buffer("{}")));
      assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
      assertThat(receiver.versions()).containsExactly(HttpVersion.HTTP_2);
      Received request = receiver.received().getFirst();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.target()).isEqualTo("/hook?a=1");
      assertThat(request.header("User-Agent")).isEqualTo("Postrider/1.0");
      assertThat(request.header("Content-Type")).isEqualTo("application/json");
      assertThat(request.header("Content-Length")).isEqualTo("2");
      assertThat(request.header("X-Signature")).isEqualTo("00ff");
      assertThat(request.header("X-Api-Key")).isEqualTo("k");
      assertThat(request.values("Accept-Encoding")).isEmpty();
      assertThat(request.text()).isEqualTo("{}");
    }
  }

  @Test
  void concurrentRequests_shareOneConnection() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(PATIENT)) {
      // no response before all requests have arrived
      List<HttpServerRequest> all = Collections.synchronizedList(new ArrayList<>());
      receiver.always(
          request -> {
            all.add(request);
            if (all.size() == 64) {
              all.forEach(each -> each.response().end());
            }
          });
      List<CompletableFuture<AttemptResult>> results =
          tests.startMany(64, ClientTests.request(receiver.url("localhost", "/")));
      results.forEach(
          result ->
              assertThat(ClientTests.await(result).outcome())
                  .isEqualTo(new Outcome.Delivered(200)));
      assertThat(receiver.connections()).isEqualTo(1);
    }
  }

  @Test
  void requestsBeyondTheStreamLimit_useMoreConnections() {
    try (Http2Receiver receiver = receiver(10);
        ClientTests tests = client(PATIENT)) {
      List<HttpServerRequest> all = Collections.synchronizedList(new ArrayList<>());
      receiver.always(
          request -> {
            all.add(request);
            if (all.size() == 35) {
              all.forEach(each -> each.response().end());
            }
          });
      List<CompletableFuture<AttemptResult>> results =
          tests.startMany(35, ClientTests.request(receiver.url("localhost", "/")));
      results.forEach(
          result ->
              assertThat(ClientTests.await(result).outcome())
                  .isEqualTo(new Outcome.Delivered(200)));
      assertThat(receiver.connections()).isBetween(4, 8);
    }
  }

  @Test
  void silence_timesOutAndOnlyTheStreamIsClosed() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(MODERATE)) {
      CompletableFuture<Throwable> reset = new CompletableFuture<>();
      AtomicInteger closed = new AtomicInteger();
      receiver.always(
          request -> {
            request.connection().closeHandler(_ -> closed.incrementAndGet());
            request.response().exceptionHandler(reset::complete);
          });
      assertThat(tests.post(receiver.url("localhost", "/")).outcome())
          .isInstanceOf(Outcome.TimedOut.class);
      assertThat(ClientTests.await(reset)).isInstanceOf(StreamResetException.class);
      assertThat(closed).hasValue(0);
    }
  }

  @Test
  void endlessResponse_isReadUpToItsLimitAndTheStreamClosed() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(PATIENT)) {
      String url = receiver.url("localhost", "/");
      CompletableFuture<Boolean> reset = new CompletableFuture<>();
      receiver.always(
          request -> {
            request.response().exceptionHandler(_ -> reset.complete(true));
            var _ = request.response().write(Buffer.buffer("x".repeat(1_000_000)));
          });
      AttemptResult result = tests.post(url);
      assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
      WebhookResponse answer = Objects.requireNonNull(result.response());
      assertThat(answer.readBytes()).isBetween(64 * 1024, 128 * 1024);
      assertThat(ClientTests.await(reset)).isTrue();
      receiver.always(request -> request.response().end());
      assertThat(tests.post(url).outcome()).isEqualTo(new Outcome.Delivered(200));
      assertThat(receiver.connections()).isEqualTo(1);
    }
  }

  @Test
  void resetStream_isAProtocolError() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(PATIENT)) {
      receiver.always(
          request -> {
            var _ = request.response().reset(2);
          });
      assertThat(tests.post(receiver.url("localhost", "/")).outcome())
          .isInstanceOfSatisfying(
              Outcome.Unreachable.class,
              unreachable -> assertThat(unreachable.reason()).isEqualTo(FailureReason.PROTOCOL));
    }
  }

  @Test
  void connectionAfterGoAway_isReplaced() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(PATIENT)) {
      String url = receiver.url("localhost", "/");
      AtomicInteger count = new AtomicInteger();
      receiver.always(
          request -> {
            request.response().end();
            if (count.incrementAndGet() == 1) {
              request.connection().shutdown();
            }
          });
      for (int i = 0; i < 5; i++) {
        assertThat(tests.post(url).outcome()).isEqualTo(new Outcome.Delivered(200));
      }
      assertThat(receiver.connections()).isEqualTo(2);
    }
  }

  @Test
  void closedConnection_isReset() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(PATIENT)) {
      receiver.always(request -> request.connection().close());
      assertThat(tests.post(receiver.url("localhost", "/")).outcome())
          .isInstanceOfSatisfying(
              Outcome.Unreachable.class,
              unreachable ->
                  assertThat(unreachable.reason()).isEqualTo(FailureReason.CONNECTION_RESET));
    }
  }

  @Test
  void restartOfTheReceiver_costsNoDelivery() {
    try (Http2Receiver receiver = receiver(10);
        ClientTests tests = client(PATIENT)) {
      String url = receiver.url("localhost", "/");
      assertThat(tests.post(url).outcome()).isEqualTo(new Outcome.Delivered(200));
      AtomicInteger count = new AtomicInteger();
      receiver.always(
          request -> {
            int number = count.incrementAndGet();
            if (number == 10) {
              var _ = request.connection().close();
            } else if (number > 10) {
              request.response().end();
            }
          });
      // ten are in flight when it breaks, and five wait
      tests
          .startMany(15, ClientTests.request(url))
          .forEach(
              result ->
                  assertThat(ClientTests.await(result).outcome())
                      .isEqualTo(new Outcome.Delivered(200)));
    }
  }

  @Test
  void receiverThatAllowsNoStreams_isAProtocolError() {
    try (Http2Receiver receiver = receiver(0);
        ClientTests tests = client(PATIENT)) {
      for (CompletableFuture<AttemptResult> result :
          tests.startMany(3, ClientTests.request(receiver.url("localhost", "/")))) {
        assertThat(ClientTests.await(result).outcome())
            .isEqualTo(
                new Outcome.Unreachable(
                    FailureReason.PROTOCOL, "The receiver speaks HTTP/2 but allows no streams."));
      }
      Awaitility.await().until(() -> tests.limit.open() == 0);
    }
  }

  @Test
  void idleConnection_isEvictedForAnotherPool() {
    try (Http2Receiver first = receiver(100);
        Http2Receiver second = receiver(100);
        ClientTests tests = ClientTests.trusting(PATIENT, ROOT.pem(), 1)) {
      for (int i = 0; i < 3; i++) {
        assertThat(tests.post(first.url("localhost", "/")).outcome())
            .isEqualTo(new Outcome.Delivered(200));
        assertThat(tests.post(second.url("localhost", "/")).outcome())
            .isEqualTo(new Outcome.Delivered(200));
        assertThat(tests.limit.open()).isEqualTo(1);
      }
    }
  }

  @Test
  void drippingBody_endsOnTimeAndTheStatusCounts() {
    try (Http2Receiver receiver = receiver(100);
        ClientTests tests = client(MODERATE)) {
      receiver.always(
          request -> {
            request.response().setStatusCode(202);
            var _ = request.response().write("begun");
          });
      assertThat(tests.post(receiver.url("localhost", "/")).outcome())
          .isEqualTo(new Outcome.Delivered(202));
    }
  }
}
