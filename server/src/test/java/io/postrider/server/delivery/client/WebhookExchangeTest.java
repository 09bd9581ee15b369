package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.MODERATE;
import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static io.postrider.server.delivery.client.ClientTests.SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.route.Webhook;
import io.postrider.route.Webhook.Header;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One attempt over plain HTTP, against every kind of receiver. */
class WebhookExchangeTest {

  private final TestReceiver receiver = TestReceiver.open();
  private ClientTests tests = ClientTests.open(PATIENT);

  @AfterEach
  void close() {
    tests.close();
    receiver.close();
  }

  private void inAHurry(Duration timeout) {
    tests.close();
    tests = ClientTests.open(timeout);
  }

  private Outcome outcome(Behaviour behaviour) {
    receiver.always(behaviour);
    return tests.post(receiver.url("/")).outcome();
  }

  private static FailureReason reason(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failure.class);
    return ((Outcome.Failure) outcome).reason();
  }

  @Test
  void request_isAsInTheContract() {
    Webhook webhook =
        new Webhook(
            receiver.url("/hook/é?a=1&b=%20#part"),
            List.of(
                new Header("X-Api-Key", "k 1"),
                new Header("X-Twice", "a"),
                new Header("X-Twice", "b")));
    byte[] body = "{\"ünï\":\"\\u0000\"}".getBytes(StandardCharsets.UTF_8);
    AttemptResult result =
        tests.post(
            new WebhookRequest(
                WebhookTarget.of(webhook),
                List.of(new Header("X-Signature", "00ff")),
                Buffer.buffer(body)));
    assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
    Received request = receiver.take();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.target()).isEqualTo("/hook/%C3%A9?a=1&b=%20");
    assertThat(request.body()).isEqualTo(body);
    assertThat(request.headers())
        .extracting(header -> header.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue)
        .containsExactlyInAnyOrder(
            tuple("host", "127.0.0.1:" + receiver.port()),
            tuple("user-agent", "Postrider/1.0"),
            tuple("content-type", "application/json"),
            tuple("content-length", String.valueOf(body.length)),
            tuple("x-signature", "00ff"),
            tuple("x-api-key", "k 1"),
            tuple("x-twice", "a"),
            tuple("x-twice", "b"));
  }

  @Test
  void result_hasStatusLatencyHeadersAndSample() throws IOException {
    receiver.always(
        Behaviour.answer(422, "x".repeat(10_000), "X-Why: because", "Set-Cookie: secret=1"));
    AttemptResult result = tests.post(receiver.url("/"));
    WebhookResponse answer = Objects.requireNonNull(result.response());
    assertThat(result.status()).isEqualTo(422);
    assertThat(result.latency()).isPositive();
    assertThat(result.address()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(answer.bodySample()).isEqualTo("x".repeat(4_096));
    assertThat(answer.readBytes()).isEqualTo(10_000);
    assertThat(answer.headers()).containsEntry("X-Why", "because");
    assertThat(answer.headers()).doesNotContainKey("Set-Cookie");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 206, 299})
  void every2xx_isDelivered(int status) {
    assertThat(outcome(Behaviour.status(status))).isEqualTo(new Outcome.Delivered(status));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
  void retryableStatus_isDeferred(int status) {
    assertThat(outcome(Behaviour.status(status))).isEqualTo(new Outcome.Deferred(status, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451, 499})
  void everyOtherStatus_isRefused(int status) {
    assertThat(outcome(Behaviour.status(status)))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(FailureReason.HTTP_STATUS);
              assertThat(refused.status()).isEqualTo(status);
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 304, 305, 399})
  void otherRefusals_doNotMentionRedirects(int status) {
    assertThat(outcome(Behaviour.status(status)))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused ->
                assertThat(refused.detail()).isEqualTo("The receiver answered " + status + "."));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirects_areNotFollowed(int status) {
    try (TestReceiver elsewhere = TestReceiver.open()) {
      assertThat(outcome(Behaviour.redirect(status, elsewhere.url("/"))))
          .isInstanceOfSatisfying(
              Outcome.Refused.class,
              refused -> assertThat(refused.detail()).endsWith("redirects are not followed."));
      assertThat(elsewhere.connections()).isZero();
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void retryAfter_isParsedWith429And503Only() {
    assertThat(outcome(Behaviour.answer(429, "", "Retry-After: 120")))
        .isEqualTo(new Outcome.Deferred(429, Duration.ofMinutes(2)));
    assertThat(outcome(Behaviour.answer(503, "", "Retry-After: Sun, 15 Nov 2026 12:00:30 GMT")))
        .isEqualTo(new Outcome.Deferred(503, Duration.ofSeconds(30)));
    assertThat(outcome(Behaviour.answer(500, "", "Retry-After: 120")))
        .isEqualTo(new Outcome.Deferred(500, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 102, 103, 104, 199})
  void interimResponses_areSkipped(int status) {
    assertThat(outcome(Behaviour.informThen(status, Behaviour.status(202))))
        .isEqualTo(new Outcome.Delivered(202));
    assertThat(outcome(Behaviour.informThen(status, Behaviour.status(500))))
        .isEqualTo(new Outcome.Deferred(500, null));
    Behaviour twice = Behaviour.informThen(status, Behaviour.answer(200, "thanks"));
    assertThat(outcome(Behaviour.informThen(102, twice))).isEqualTo(new Outcome.Delivered(200));
    assertThat(receiver.connections()).as("reused").isEqualTo(1);
  }

  @Test
  void unrequestedProtocolSwitch_isAProtocolError() {
    assertThat(reason(outcome(Behaviour.raw("HTTP/1.1 101 Go\r\nUpgrade: x\r\n\r\n"))))
        .isEqualTo(FailureReason.PROTOCOL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000\u0001 this is not HTTP at all\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 99 Low\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 777 High\r\nContent-Length: 0\r\n\r\n",
        "SSH-2.0-OpenSSH_9.9\r\n",
        "SSH-2.0-OpenSSH_9.9",
        "hello",
        "x",
        "\r\nhello",
        "HTTX",
        "HTTP/2",
        "\u0000",
        "\u0015\u0003\u0001\u0000\u0002\u0002\n",
        "{\"ok\":true}"
      })
  void invalidHttp_isAProtocolError(String text) {
    assertThat(reason(outcome(Behaviour.rawThenClose(text)))).isEqualTo(FailureReason.PROTOCOL);
  }

  @Test
  void endlessHead_isAProtocolError() {
    assertThat(
            reason(
                outcome(
                    Behaviour.raw(
                        "HTTP/1.1 200 OK\r\nX-Big: " + "x".repeat(100_000) + "\r\n\r\n"))))
        .isEqualTo(FailureReason.PROTOCOL);
    assertThat(reason(outcome(Behaviour.raw("HTTP/1.1 200 " + "x".repeat(100_000) + "\r\n\r\n"))))
        .isEqualTo(FailureReason.PROTOCOL);
  }

  @Test
  void headersUpToTheLimit_areRead_moreAreAProtocolError() {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n";
    assertThat(outcome(Behaviour.raw(head + "a:b\r\n".repeat(511) + "\r\n")))
        .isEqualTo(new Outcome.Delivered(200));
    assertThat(reason(outcome(Behaviour.raw(head + "a:b\r\n".repeat(512) + "\r\n"))))
        .isEqualTo(FailureReason.PROTOCOL);
  }

  @Test
  void endlessInterimResponses_areAProtocolError() {
    Behaviour endless =
        connection -> {
          while (true) {
            connection.send("HTTP/1.1 102 Processing\r\n\r\n".repeat(500));
          }
        };
    assertThat(outcome(endless)).isEqualTo(WebhookExchange.SENT_TOO_MUCH);
  }

  @Test
  void closedOrResetBeforeAResponse_isReset() {
    assertThat(reason(outcome(Behaviour.close()))).isEqualTo(FailureReason.CONNECTION_RESET);
    assertThat(reason(outcome(Behaviour.reset()))).isEqualTo(FailureReason.CONNECTION_RESET);
    assertThat(reason(outcome(Behaviour.rawThenClose("HTTP/1.1 200 OK\r\nX-Ha"))))
        .isEqualTo(FailureReason.CONNECTION_RESET);
    assertThat(reason(outcome(Behaviour.rawThenClose("HT"))))
        .isEqualTo(FailureReason.CONNECTION_RESET);
    assertThat(reason(outcome(Behaviour.rawThenClose("\r\n"))))
        .isEqualTo(FailureReason.CONNECTION_RESET);
    // none of these connections had been used before, so nothing was sent twice
    assertThat(receiver.received()).hasSize(5);
  }

  @Test
  void closedPort_isRefused() throws IOException {
    // bound but not listening
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      assertThat(reason(tests.post("http://127.0.0.1:" + taken.getLocalPort() + "/").outcome()))
          .isEqualTo(FailureReason.CONNECTION_REFUSED);
    }
  }

  @Test
  void status_countsEvenIfTheBodyIsTruncated() {
    assertThat(outcome(Behaviour.cutBody(200))).isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(Behaviour.cutBody(500))).isEqualTo(new Outcome.Deferred(500, null));
    assertThat(outcome(Behaviour.cutBody(404))).isInstanceOf(Outcome.Refused.class);
  }

  @Test
  void endlessResponse_isReadUpToItsLimitAndTheConnectionClosed() {
    receiver.always(Behaviour.endless(200));
    AttemptResult result = tests.post(receiver.url("/"));
    assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
    WebhookResponse answer = Objects.requireNonNull(result.response());
    assertThat(answer.readBytes()).isBetween(64 * 1024, 128 * 1024);
    receiver.always(Behaviour.status(200));
    tests.post(receiver.url("/"));
    assertThat(receiver.connections()).isEqualTo(2);
  }

  @Test
  void compressedResponse_isNotDecompressed() {
    receiver.always(Behaviour.answer(200, "\u001f\u008b packed", "Content-Encoding: gzip"));
    AttemptResult result = tests.post(receiver.url("/"));
    assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
    assertThat(receiver.take().values("Accept-Encoding")).isEmpty();
    WebhookResponse answer = Objects.requireNonNull(result.response());
    assertThat(answer.bodySample()).endsWith(" packed");
  }

  @Test
  void silence_timesOut() {
    inAHurry(SHORT);
    assertThat(outcome(Behaviour.hang())).isInstanceOf(Outcome.TimedOut.class);
  }

  @Test
  void drippingHead_timesOut() {
    inAHurry(SHORT);
    assertThat(outcome(Behaviour.dripHeaders(200))).isInstanceOf(Outcome.TimedOut.class);
  }

  @Test
  void interimResponsesOnly_timeOut() {
    inAHurry(SHORT);
    assertThat(outcome(Behaviour.informThen(100, Behaviour.hang())))
        .isInstanceOf(Outcome.TimedOut.class);
  }

  @Test
  void drippingBody_endsOnTimeAndTheStatusCounts() {
    inAHurry(MODERATE);
    assertThat(outcome(Behaviour.dripBody(200))).isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(Behaviour.dripBody(503))).isEqualTo(new Outcome.Deferred(503, null));
  }

  @Test
  void connectionThatIsNeverAccepted_timesOut() throws IOException {
    inAHurry(SHORT);
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      List<Socket> crowd = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Socket socket = new Socket();
        crowd.add(socket);
        try {
          socket.connect(full.getLocalSocketAddress(), 50);
        } catch (IOException e) {
          // full: what the test wants
        }
      }
      Outcome outcome = tests.post("http://127.0.0.1:" + full.getLocalPort() + "/").outcome();
      assertThat(outcome).isInstanceOf(Outcome.TimedOut.class);
      for (Socket socket : crowd) {
        socket.close();
      }
    }
  }

  @Test
  void ipv6Literal_isConnectedToAndSentInBrackets() {
    try (TestReceiver six = TestReceiver.open("::1", null)) {
      AttemptResult result = tests.post("http://[::1]:" + six.port() + "/");
      assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
      assertThat(six.take().header("Host")).isEqualTo("[::1]:" + six.port());
    }
  }
}
