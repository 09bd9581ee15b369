package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static io.postrider.server.delivery.client.ClientTests.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Outcome;
import io.postrider.route.Webhook;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limit of open connections. */
class ConnectionLimitTest {

  private static final Outcome OK = new Outcome.Delivered(200);

  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private final TestReceiver first = TestReceiver.open();
  private final TestReceiver second = TestReceiver.open();
  private final TestReceiver third = TestReceiver.open();

  @AfterEach
  void close() {
    first.close();
    second.close();
    third.close();
  }

  private static void assertDelivered(List<CompletableFuture<AttemptResult>> results) {
    results.forEach(result -> assertThat(ClientTests.await(result).outcome()).isEqualTo(OK));
  }

  @Test
  void manyExchangesOverFewConnections_areAllDelivered() {
    try (ClientTests tests = ClientTests.withConnections(3, PATIENT)) {
      assertDelivered(tests.startMany(200, ClientTests.request(first.url("/"))));
      assertThat(first.connections()).isBetween(1, 3);
      assertThat(tests.limit.open()).isEqualTo(first.connections());
    }
  }

  @Test
  void oldestIdleConnection_isEvictedFirst() {
    try (ClientTests tests = ClientTests.withConnections(2, PATIENT)) {
      assertThat(tests.post(first.url("/")).outcome()).isEqualTo(OK);
      assertThat(tests.post(second.url("/")).outcome()).isEqualTo(OK);
      assertThat(tests.post(third.url("/")).outcome()).isEqualTo(OK);
      Awaitility.await().until(() -> first.openConnections() == 0);
      assertThat(second.openConnections()).isEqualTo(1);
      assertThat(third.openConnections()).isEqualTo(1);
      assertThat(tests.limit.open()).isEqualTo(2);
      assertThat(tests.post(second.url("/")).outcome()).isEqualTo(OK);
      assertThat(tests.post(first.url("/")).outcome()).isEqualTo(OK);
      Awaitility.await().until(() -> third.openConnections() == 0);
      assertThat(second.connections()).isEqualTo(1);
    }
  }

  @Test
  void poolWithoutConnection_getsTheNextFreePlace() {
    try (ClientTests tests = ClientTests.withConnections(2, PATIENT)) {
      CountDownLatch go = new CountDownLatch(1);
      CountDownLatch others = new CountDownLatch(2);
      AtomicInteger begun = new AtomicInteger();
      first.always(
          connection -> {
            connection.await(begun.incrementAndGet() <= 2 ? go : others);
            connection.send(ANSWER);
          });
      Behaviour other =
          connection -> {
            others.countDown();
            connection.send(ANSWER);
          };
      second.always(other);
      third.always(other);
      List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
      results.addAll(tests.startMany(50, ClientTests.request(first.url("/"))));
      Awaitility.await().until(() -> begun.get() == 2);
      results.addAll(tests.startMany(5, ClientTests.request(second.url("/"))));
      results.addAll(tests.startMany(5, ClientTests.request(third.url("/"))));
      tests.run(() -> assertThat(tests.limit.open()).isEqualTo(2));
      go.countDown();
      assertDelivered(results);
      assertThat(tests.limit.open()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void exchangeWithoutConnection_timesOutWithAReason() {
    try (ClientTests tests = ClientTests.withConnections(1, PATIENT)) {
      WebhookClient hurried = tests.another(SHORT);
      first.always(Behaviour.hang());
      CompletableFuture<AttemptResult> hanging = tests.start(ClientTests.request(first.url("/")));
      first.take();
      assertThat(
              ClientTests.await(tests.start(hurried, ClientTests.request(second.url("/"))))
                  .outcome())
          .isEqualTo(
              new Outcome.TimedOut(
                  "No connection was free in time; all delivery.max-connections are in use."));
      first.hangUp();
      assertThat(ClientTests.await(hanging).outcome()).isInstanceOf(Outcome.Unreachable.class);
      assertThat(tests.post(second.url("/")).outcome()).isEqualTo(OK);
      tests.run(hurried::close);
    }
  }

  @Test
  void everyEnd_releasesAPlace() {
    TestReceiver gone = TestReceiver.open();
    String nobody = gone.url("/");
    gone.close();
    try (ClientTests tests = ClientTests.withConnections(4, PATIENT)) {
      List<CompletableFuture<AttemptResult>> results = new ArrayList<>();
      first.greet(Behaviour.close());
      second.always(Behaviour.answer(200, "", "Connection: close"));
      third.always(Behaviour.reset());
      for (int i = 0; i < 100; i++) {
        results.addAll(tests.startMany(1, ClientTests.request(first.url("/"))));
        results.addAll(tests.startMany(1, ClientTests.request(second.url("/"))));
        results.addAll(tests.startMany(1, ClientTests.request(third.url("/"))));
        results.addAll(tests.startMany(1, ClientTests.request(nobody)));
      }
      results.forEach(ClientTests::await);
      Awaitility.await().until(() -> tests.limit.open() == 0);
    }
  }

  @Test
  void receiverThatDoesNotRead_releasesItsPlace() {
    try (ClientTests tests = ClientTests.withConnections(1, SHORT)) {
      first.greet(Behaviour.hang());
      WebhookRequest large =
          new WebhookRequest(
              WebhookTarget.of(new Webhook(first.url("/"), List.of())),
              List.of(),
              Buffer.buffer(new byte[32 << 20]));
      assertThat(tests.post(large).outcome()).isInstanceOf(Outcome.TimedOut.class);
      Awaitility.await().until(() -> tests.limit.open() == 0);
    }
  }

  @Test
  void close_releasesAllPlaces() {
    ClientTests tests = ClientTests.withConnections(4, PATIENT);
    ConnectionLimit limit = tests.limit;
    first.always(Behaviour.hang());
    var _ = tests.startMany(10, ClientTests.request(first.url("/")));
    first.take();
    tests.run(tests.client::close);
    Awaitility.await().until(() -> limit.open() == 0);
    tests.close();
  }
}
