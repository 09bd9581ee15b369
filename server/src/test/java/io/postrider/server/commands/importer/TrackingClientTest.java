package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.importer.BatchAnswer.Busy;
import io.postrider.server.commands.importer.BatchAnswer.Refused;
import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.commands.importer.BatchAnswer.Settled;
import io.postrider.server.commands.importer.BatchAnswer.Unreadable;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each answer of the tracking API means for a batch. */
final class TrackingClientTest {

  private static final String REJECTED =
      "\"rejected\":[{\"index\":3,\"code\":\"event_not_defined\",\"message\":\"No event.\"}]}";

  private final TestReceiver service = TestReceiver.open();
  private final TrackingClient client = new TrackingClient(service.url("/"), "wk_1");

  @AfterEach
  void close() {
    client.close();
    service.close();
  }

  private BatchAnswer answer(int status, String body, String... headers) throws Exception {
    service.always(Behaviour.answer(status, body, headers));
    return client.post("{\"batch\":[]}".getBytes(UTF_8));
  }

  @Test
  void request_hasPathAndKey() throws Exception {
    assertThat(answer(200, "{\"success\":true}")).isEqualTo(new Settled(List.of()));
    assertThat(service.received().getFirst().target()).isEqualTo("/v1/import");
    assertThat(service.received().getFirst().header("Authorization")).isEqualTo("Basic d2tfMTo=");
  }

  @Test
  void rejections_settleTheBatch_alsoIfNoneIsAccepted() throws Exception {
    Settled settled = new Settled(List.of(new Rejection(3, "event_not_defined", "No event.")));
    assertThat(answer(200, "{\"success\":true," + REJECTED)).isEqualTo(settled);
    assertThat(answer(400, "{\"success\":false,\"code\":\"event_not_defined\"," + REJECTED))
        .isEqualTo(settled);
  }

  @Test
  void batchThatCannotBeRead_isUnreadable() throws Exception {
    String body = "{\"success\":false,\"code\":\"batch_too_large\",\"message\":\"Too large.\"}";
    assertThat(answer(413, body)).isEqualTo(new Unreadable("batch_too_large", "Too large."));
    assertThat(answer(400, body)).isEqualTo(new Unreadable("batch_too_large", "Too large."));
  }

  @Test
  void busyService_saysHowLong_upToAMinute() throws Exception {
    assertPause(Duration.ZERO, 503);
    assertPause(Duration.ofSeconds(7), 429, "Retry-After: 7");
    assertPause(Duration.ofSeconds(60), 503, "Retry-After: 60");
    assertPause(Duration.ofSeconds(60), 503, "Retry-After: 61");
    assertPause(Duration.ZERO, 503, "Retry-After: soon");
    assertPause(Duration.ZERO, 502);
  }

  private void assertPause(Duration expected, int status, String... headers) throws Exception {
    assertThat(answer(status, "", headers))
        .isInstanceOfSatisfying(Busy.class, busy -> assertThat(busy.pause()).isEqualTo(expected));
  }

  @Test
  void wrongKeyOrAddress_isRefused() throws Exception {
    String body = "{\"success\":false,\"code\":\"invalid_write_key\",\"message\":\"No such key.\"}";
    assertThat(answer(401, body))
        .isEqualTo(new Refused(service.url("/v1/import") + " answered 401: No such key."));
    assertThat(answer(404, "<html>"))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.reason()).contains("The tracking API is at 'http.port'"));
    for (int status : new int[] {200, 204, 400}) {
      assertThat(answer(status, status == 204 ? "" : "<html>"))
          .isEqualTo(
              new Refused(
                  service.url("/v1/import")
                      + " does not answer like Postrider (status "
                      + status
                      + "). Check --url."));
    }
  }

  @Test
  void serviceThatIsAway_isBusy() throws Exception {
    service.always(Behaviour.close());
    assertThat(client.post(new byte[0])).isInstanceOf(Busy.class);
    service.close();
    assertThat(client.post(new byte[0])).isInstanceOf(Busy.class);
  }

  @Test
  void portWithoutAListener_isNamed() throws Exception {
    // Bound, so that no other process listens on the port, but not listening.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      String url = "http://127.0.0.1:" + bound.getLocalPort();
      try (TrackingClient none = new TrackingClient(url, "wk_1")) {
        assertThat(none.post(new byte[0]))
            .isEqualTo(
                new Busy(url + "/v1/import does not answer: nothing listens there", Duration.ZERO));
      }
    }
  }

  @Test
  void unknownHost_isNamed() throws Exception {
    try (TrackingClient none = new TrackingClient("http://no-such-host.invalid", "wk_1")) {
      assertThat(none.post(new byte[0]))
          .isInstanceOfSatisfying(
              Busy.class, busy -> assertThat(busy.reason()).endsWith("the host is unknown"));
    }
  }

  @Test
  void httpsAddressOfAPlainPort_isRefused() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> answered = threads.submit(() -> answerPlain(plain));
      String url = "https://127.0.0.1:" + plain.getLocalPort();
      try (TrackingClient https = new TrackingClient(url, "wk_1")) {
        assertThat(https.post(new byte[0]))
            .isEqualTo(new Refused(url + "/v1/import does not use HTTPS. Use http:// in --url."));
      }
      answered.get();
    }
  }

  private static Object answerPlain(ServerSocket plain) throws IOException {
    try (Socket socket = plain.accept()) {
      assertThat(socket.getInputStream().read()).isPositive();
      socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
      return socket.getInputStream().readAllBytes();
    }
  }

  @Test
  void invalidCertificate_isRefused() throws Exception {
    try (TestReceiver tls = TestReceiver.openTls(TestCertificates.selfSigned("127.0.0.1"));
        TrackingClient untrusting = new TrackingClient(tls.url("/"), "wk_1")) {
      assertThat(untrusting.post(new byte[0]))
          .isInstanceOfSatisfying(
              Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .startsWith("Cannot use HTTPS with " + tls.url("/v1/import") + ": ")
                      .contains("unknown authority")
                      .endsWith(", with --ca."));
    }
  }

  @Test
  void handshakeThatIsCutOff_isBusy() throws Exception {
    try (ServerSocket closing = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        TrackingClient losing =
            new TrackingClient("https://127.0.0.1:" + closing.getLocalPort(), "wk_1")) {
      Thread _ = Thread.ofVirtual().start(() -> closeEachConnection(closing));
      assertThat(losing.post(new byte[0])).isInstanceOf(Busy.class);
    }
  }

  private static void closeEachConnection(ServerSocket server) {
    try {
      while (true) {
        server.accept().close();
      }
    } catch (IOException closed) {
      // the end
    }
  }
}
