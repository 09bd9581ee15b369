package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.MODERATE;
import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static io.postrider.server.delivery.client.ClientTests.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reuse, sharing and closing of connections. */
class ConnectionsTest {

  private static final Outcome OK = new Outcome.Delivered(200);

  private final TestReceiver receiver = TestReceiver.open();
  private final ClientTests tests = ClientTests.open(PATIENT);

  @AfterEach
  void close() {
    tests.close();
    receiver.close();
  }

  private Outcome post() {
    return tests.post(receiver.url("/")).outcome();
  }

  @Test
  void connection_isReused() {
    for (int i = 0; i < 20; i++) {
      assertThat(post()).isEqualTo(OK);
    }
    receiver.always(Behaviour.answer(404, "nothing here"));
    assertThat(post()).isInstanceOf(Outcome.Refused.class);
    assertThat(receiver.connections()).isEqualTo(1);
  }

  @Test
  void postFromWithinAResult_usesTheSameConnection() {
    WebhookRequest request = ClientTests.request(receiver.url("/"));
    CompletableFuture<AttemptResult> last = new CompletableFuture<>();
    tests.context.runOnContext(
        _ ->
            tests.client.post(
                request, _ -> tests.client.post(request, result -> last.complete(result))));
    assertThat(ClientTests.await(last).outcome()).isEqualTo(OK);
    assertThat(receiver.connections()).isEqualTo(1);
  }

  @Test
  void connectionWithCloseHeader_isNotReused() {
    receiver.always(Behaviour.answer(200, "", "Connection: close"));
    assertThat(post()).isEqualTo(OK);
    assertThat(post()).isEqualTo(OK);
    receiver.always(Behaviour.rawThenClose("HTTP/1.0 200 OK\r\n\r\nold"));
    assertThat(post()).isEqualTo(OK);
    assertThat(post()).isEqualTo(OK);
    assertThat(receiver.connections()).isEqualTo(4);
    assertThat(receiver.received()).hasSize(4);
  }

  @Test
  void idleConnection_isClosedAfterItsTimeout() {
    assertThat(post()).isEqualTo(OK);
    tests.run(() -> tests.client.sweep(System.nanoTime()));
    assertThat(post()).isEqualTo(OK);
    assertThat(receiver.connections()).isEqualTo(1);
    tests.run(() -> tests.client.sweep(System.nanoTime() + PoolConnections.MAX_IDLE_NANOS + 1));
    Awaitility.await().until(() -> receiver.openConnections() == 0);
    assertThat(post()).isEqualTo(OK);
    assertThat(receiver.connections()).isEqualTo(2);
  }

  @Test
  void concurrentPosts_haveAConnectionEach() {
    CountDownLatch all = new CountDownLatch(64);
    receiver.always(
        connection -> {
          all.countDown();
          connection.await(all);
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
    List<CompletableFuture<AttemptResult>> results =
        tests.startMany(64, ClientTests.request(receiver.url("/")));
    results.forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
    assertThat(receiver.connections()).isEqualTo(64);
    receiver.always(Behaviour.status(200));
    tests
        .startMany(200, ClientTests.request(receiver.url("/")))
        .forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
  }

  @Test
  void idleConnections_areBounded() {
    int many = PoolConnections.MAX_IDLE + 20;
    CountDownLatch all = new CountDownLatch(many);
    receiver.always(
        connection -> {
          all.countDown();
          connection.await(all);
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
    tests
        .startMany(many, ClientTests.request(receiver.url("/")))
        .forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
    assertThat(receiver.connections()).isEqualTo(many);
    Awaitility.await().until(() -> receiver.openConnections() == PoolConnections.MAX_IDLE);
  }

  @Test
  void reusedConnectionThatTheReceiverClosed_isReplaced() {
    for (int i = 0; i < 20; i++) {
      receiver.then(Behaviour.answerThenClose(200));
      assertThat(post()).isEqualTo(OK);
    }
    receiver.then(Behaviour.status(200), Behaviour.reset());
    assertThat(post()).isEqualTo(OK);
    assertThat(post()).isEqualTo(OK);
  }

  @Test
  void failureOfTheReplacement_isAFailure() {
    assertThat(post()).isEqualTo(OK);
    receiver.always(Behaviour.close());
    assertThat(post())
        .isInstanceOfSatisfying(
            Outcome.Unreachable.class,
            unreachable ->
                assertThat(unreachable.reason()).isEqualTo(FailureReason.CONNECTION_RESET));
    // over the kept one, and once more over a new one
    assertThat(receiver.received()).hasSize(3);
  }

  @Test
  void invalidResponseOfTheReplacement_isAFailure() {
    assertThat(post()).isEqualTo(OK);
    receiver.always(Behaviour.garbage());
    assertThat(post())
        .isInstanceOfSatisfying(
            Outcome.Unreachable.class,
            unreachable -> assertThat(unreachable.reason()).isEqualTo(FailureReason.PROTOCOL));
    // over the kept one, where it may have been what was left of the last answer, and a new one
    assertThat(receiver.received()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Smuggled\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nmore"
      })
  void connectionWithExcessData_isNotReused(String answer) {
    receiver.always(Behaviour.raw(answer));
    for (int i = 0; i < 5; i++) {
      assertThat(post()).isInstanceOf(Outcome.Delivered.class);
    }
    assertThat(receiver.received()).hasSize(5);
    assertThat(receiver.connections()).isEqualTo(5);
  }

  @Test
  void lateExcessData_isNotTakenForTheNextResponse() {
    receiver.then(
        Behaviour.status(200), Behaviour.raw("ayHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    assertThat(post()).isEqualTo(OK);
    assertThat(post()).isEqualTo(OK);
    assertThat(receiver.connections()).isEqualTo(2);
    // a receiver that does so once may do it again
    assertThat(post()).isEqualTo(OK);
    assertThat(receiver.connections()).isEqualTo(3);
  }

  @Test
  void dataBetweenResponses_closesTheConnection() {
    receiver.then(
        connection -> {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
          connection.send("HTTP/1.1 500 Smuggled\r\nContent-Length: 0\r\n\r\n");
        });
    assertThat(post()).isEqualTo(OK);
    assertThat(post()).isEqualTo(OK);
  }

  @Test
  void restartOfTheReceiver_costsNoDelivery() {
    CountDownLatch all = new CountDownLatch(16);
    receiver.always(
        connection -> {
          all.countDown();
          connection.await(all);
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
    tests.startMany(16, ClientTests.request(receiver.url("/"))).forEach(ClientTests::await);
    receiver.hangUp();
    tests
        .startMany(16, ClientTests.request(receiver.url("/")))
        .forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
  }

  @Test
  void timeout_closesTheConnection() {
    try (ClientTests hurried = ClientTests.open(MODERATE)) {
      receiver.always(Behaviour.hang());
      assertThat(hurried.post(receiver.url("/")).outcome()).isInstanceOf(Outcome.TimedOut.class);
      Awaitility.await().until(() -> receiver.openConnections() == 0);
      receiver.always(Behaviour.status(200));
      assertThat(hurried.post(receiver.url("/")).outcome()).isEqualTo(OK);
      assertThat(receiver.connections()).isEqualTo(2);
    }
  }

  @Test
  void concurrentTimeouts_allEnd() {
    try (ClientTests hurried = ClientTests.open(SHORT)) {
      receiver.always(Behaviour.hang());
      hurried
          .startMany(100, ClientTests.request(receiver.url("/")))
          .forEach(
              result ->
                  assertThat(ClientTests.await(result).outcome())
                      .isInstanceOf(Outcome.TimedOut.class));
    }
  }

  @Test
  void burstToAClosedPort_failsAtOnce() throws IOException {
    // bound but not listening
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      String url = "http://127.0.0.1:" + taken.getLocalPort() + "/";
      tests
          .startMany(50, ClientTests.request(url))
          .forEach(
              result ->
                  assertThat(ClientTests.await(result).outcome())
                      .isInstanceOfSatisfying(
                          Outcome.Unreachable.class,
                          unreachable ->
                              assertThat(unreachable.reason())
                                  .isEqualTo(FailureReason.CONNECTION_REFUSED)));
    }
  }

  @Test
  void receiverThatClosesAfterEachResponse_getsAllOfABurst() {
    receiver.always(Behaviour.answer(200, "", "Connection: close"));
    tests
        .startMany(200, ClientTests.request(receiver.url("/")))
        .forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
    assertThat(receiver.connections()).isEqualTo(200);
  }

  @Test
  void close_endsPostsInFlight() {
    receiver.always(Behaviour.hang());
    var _ = tests.resolver.pending("never.example");
    List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
    results.addAll(tests.startMany(10, ClientTests.request(receiver.url("/"))));
    results.addAll(tests.startMany(3, ClientTests.request("http://never.example/")));
    receiver.take();
    tests.run(tests.client::close);
    results.addAll(tests.startMany(1, ClientTests.request(receiver.url("/"))));
    for (CompletableFuture<AttemptResult> result : results) {
      assertThat(ClientTests.await(result).outcome()).isInstanceOf(Outcome.Unreachable.class);
    }
    Awaitility.await().until(() -> receiver.openConnections() == 0);
  }

  @Test
  void hangingHandshakes_doNotDelayLaterPosts() {
    Authority root = TestCertificates.authority("Test root");
    try (TestReceiver secure = TestReceiver.openTls(root.issue("localhost"));
        ClientTests hurried = ClientTests.trusting(MODERATE, root)) {
      WebhookRequest request = ClientTests.request(secure.url("localhost", "/"));
      secure.greet(Behaviour.hang());
      List<CompletableFuture<AttemptResult>> hanging = hurried.startMany(5, request);
      Awaitility.await().until(() -> secure.connections() > 0);
      // all wait for one connect attempt, because the receiver may speak HTTP/2
      assertThat(secure.connections()).isEqualTo(1);
      hanging.forEach(
          result ->
              assertThat(ClientTests.await(result).outcome()).isInstanceOf(Outcome.TimedOut.class));
      secure.serve();
      assertThat(hurried.post(request).outcome()).isEqualTo(OK);
    }
  }

  @Test
  void tlsConnections_areReused() {
    Authority root = TestCertificates.authority("Test root");
    try (TestReceiver secure = TestReceiver.openTls(root.issue("localhost"));
        ClientTests trusting = ClientTests.trusting(PATIENT, root)) {
      WebhookRequest request = ClientTests.request(secure.url("localhost", "/"));
      for (int i = 0; i < 10; i++) {
        assertThat(trusting.post(request).outcome()).isEqualTo(OK);
      }
      assertThat(secure.connections()).isEqualTo(1);
      trusting
          .startMany(20, request)
          .forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
    }
  }
}
