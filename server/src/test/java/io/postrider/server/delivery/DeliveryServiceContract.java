package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.FunctionCounter;
import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.SharedSecret;
import io.postrider.webhook.Signer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

abstract class DeliveryServiceContract extends DeliveryTests {

  DeliveryServiceContract(DeliveryStorage storage) {
    super(storage);
  }

  private static void awaitIds(TestReceiver receiver, int count) {
    await().untilAsserted(() -> assertThat(ids(receiver)).hasSize(count));
  }

  @Test
  void messages_arriveSignedAtEveryDestination() {
    TestReceiver one = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    send(3);
    start(destination(1, one.url("/a")), destination(2, other.url("/b")));
    awaitIds(one, 3);
    send(2);
    awaitIds(one, 5);
    awaitIds(other, 5);
    assertThat(ids(one)).containsExactlyInAnyOrder("m1", "m2", "m3", "m4", "m5");
    assertThat(one.received().getFirst().header("X-Signature")).matches("[0-9a-f]{40}");
  }

  @Test
  void delivered_isNotSentAgainAfterARestart() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")));
    send(20);
    awaitIds(receiver, 20);
    stop();
    send(5);
    start(destination(1, receiver.url("/")));
    awaitIds(receiver, 25);
    assertThat(ids(receiver)).doesNotHaveDuplicates();
  }

  @Test
  void failed_isRetriedAfterARestart() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(500));
    start(destination(1, receiver.url("/")));
    send(3);
    await().until(() -> receiver.received().size() >= 6);
    stop();
    int before = receiver.received().size();
    receiver.always(Behaviour.status(200));
    start(destination(1, receiver.url("/")));
    await()
        .untilAsserted(
            () ->
                assertThat(ids(receiver).subList(before, ids(receiver).size()))
                    .containsExactlyInAnyOrder("m1", "m2", "m3"));
  }

  @Test
  void newDestination_getsMessagesAcceptedSinceItWasEnabled() {
    TestReceiver receiver = closing(TestReceiver.open());
    DeliveryService running = start();
    send(10);
    ActiveRanges since = ActiveRanges.NONE.opened(LogEndOffsets.of(4));
    running.apply(catalog(destination(1, since, false, receiver.url("/"))));
    send(1);
    awaitIds(receiver, 7);
    assertThat(ids(receiver)).doesNotContain("m1", "m4").contains("m5", "m11");
  }

  @Test
  void paused_waitsAndContinues() {
    TestReceiver receiver = closing(TestReceiver.open());
    ActiveRanges always = ActiveRanges.NONE.opened(LogEndOffsets.of(0));
    DeliveryService running = start(destination(1, always, true, receiver.url("/")));
    send(5);
    TestReceiver other = closing(TestReceiver.open());
    Destination busy = destination(2, other.url("/"));
    running.apply(catalog(destination(1, always, true, receiver.url("/")), busy));
    awaitIds(other, 5);
    assertThat(receiver.received()).isEmpty();
    running.apply(catalog(destination(1, always, false, receiver.url("/")), busy));
    awaitIds(receiver, 5);
  }

  @Test
  void resumed_afterTheLogDeletedMessages_storesTheLossWithTheCursor() {
    TestReceiver receiver = closing(TestReceiver.open());
    ActiveRanges always = ActiveRanges.NONE.opened(LogEndOffsets.of(0));
    start(destination(1, always, true, receiver.url("/")));
    send(5);
    stop();
    assertThat(cursorStore().losses()).isEmpty();
    storage.expireBefore(log, 3);
    start(destination(1, always, false, receiver.url("/")));
    awaitIds(receiver, 2);
    stop();
    assertThat(cursorStore().losses()).containsOnlyKeys(new DestinationId(1));
    Map<DestinationId, Long> before = cursorStore().losses();
    start(destination(1, always, false, receiver.url("/")));
    stop();
    assertThat(cursorStore().losses()).isEqualTo(before);
  }

  /** More than are counted at once. */
  @Test
  void pausedAndThenDisabled_countsWaitingMessagesAsCancelled() {
    TestReceiver receiver = closing(TestReceiver.open());
    ActiveRanges always = ActiveRanges.NONE.opened(LogEndOffsets.of(0));
    DeliveryService running = start(destination(1, always, true, receiver.url("/")));
    send(2_500);
    ActiveRanges closed = always.closed(LogEndOffsets.of(2_500));
    running.apply(catalog(destination(1, closed, true, receiver.url("/"))));
    await().untilAsserted(() -> assertThat(cancelled()).isEqualTo(2_500));
    send(1);
    running.apply(catalog(destination(1, closed, false, receiver.url("/"))));
    assertThat(cancelled()).isEqualTo(2_500);
    assertThat(receiver.received()).isEmpty();
  }

  private double cancelled() {
    FunctionCounter counter =
        metrics.find("postrider.deliveries").tag("fate", "cancelled").functionCounter();
    return counter == null ? 0 : counter.count();
  }

  /** Messages that wait in memory were signed by the thread that read them. */
  @Test
  void changedSecret_signsMessagesThatWaitInMemory() throws Exception {
    int passed = 20;
    settings.put("delivery.queue-messages", "4");
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    AtomicInteger requests = new AtomicInteger();
    TestReceiver receiver =
        closing(TestReceiver.open())
            .always(
                connection -> {
                  if (requests.incrementAndGet() == passed) {
                    held.countDown();
                    awaitQuietly(released);
                  }
                  Behaviour.status(200).play(connection);
                });
    Destination before = oneAtATime(receiver, "before");
    send(100);
    DeliveryService running = start(before);
    assertThat(held.await(1, TimeUnit.MINUTES)).isTrue();
    running.apply(catalog(oneAtATime(receiver, "after")));
    released.countDown();
    awaitIds(receiver, 100);
    List<Received> received = receiver.received();
    for (int i = 0; i < received.size(); i++) {
      String secret = i < passed ? "before" : "after";
      Signer signer = new Signer(List.of(SharedSecret.current(secret)));
      assertThat(received.get(i).header("X-Signature"))
          .as("request %d", i)
          .isEqualTo(signer.signature(received.get(i).body()));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Destination oneAtATime(TestReceiver receiver, String secret) {
    Destination plain = destination(1, receiver.url("/"));
    return new Destination(
        plain.id(),
        plain.name(),
        plain.paused(),
        plain.enabled(),
        plain.connections(),
        plain.settings().withMaxConcurrency(1).withSecrets(List.of(SharedSecret.current(secret))),
        plain.createdAt());
  }

  @Test
  void disabled_getsNoMessages() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(503));
    DeliveryService running = start(destination(1, receiver.url("/")));
    send(2);
    await().until(() -> receiver.received().size() >= 2);
    ActiveRanges closed = ActiveRanges.NONE.opened(LogEndOffsets.of(0)).closed(LogEndOffsets.of(2));
    running.apply(catalog(destination(1, closed, false, receiver.url("/"))));
    int before = receiver.received().size();
    receiver.always(Behaviour.status(200));
    send(2);
    TestReceiver other = closing(TestReceiver.open());
    running.apply(
        catalog(destination(1, closed, false, receiver.url("/")), destination(2, other.url("/"))));
    awaitIds(other, 4);
    running.apply(
        catalog(
            destination(1, closed.opened(LogEndOffsets.of(4)), false, receiver.url("/")),
            destination(2, other.url("/"))));
    send(1);
    awaitIds(other, 5);
    await().until(() -> ids(receiver).contains("m5"));
    assertThat(ids(receiver).subList(before, ids(receiver).size()))
        .doesNotContain("m1", "m2", "m3", "m4");
  }

  @Test
  void cursorsOfAnotherLog_refuseToStart() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")));
    send(1);
    awaitIds(receiver, 1);
    stop();
    log = storage.openLog();
    assertThatThrownBy(() -> start(destination(1, receiver.url("/"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reset-cursors");
    cursorStore().reset();
    start(destination(1, receiver.url("/")));
    send(1);
    awaitIds(receiver, 2);
  }

  @Test
  void secondOwner_stopsTheFirst() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")));
    send(1);
    awaitIds(receiver, 1);
    cursorStore().claim(0);
    // The first owner may learn it before it delivers anything more, or later.
    await()
        .until(
            () -> {
              int before = receiver.received().size();
              send(1);
              vertx.timer(100).await();
              return receiver.received().size() == before;
            });
  }

  @Test
  void neededOffset_followsTheSlowestDestination() {
    TestReceiver fast = closing(TestReceiver.open());
    TestReceiver dead = closing(TestReceiver.open()).always(Behaviour.status(500));
    DeliveryService running = start(destination(1, fast.url("/")));
    send(10);
    await().until(() -> retained.neededFrom(0) == 10);
    running.apply(catalog(destination(1, fast.url("/")), destination(2, dead.url("/"))));
    await().until(() -> retained.neededFrom(0) == 0);
    dead.always(Behaviour.status(200));
    await().until(() -> retained.neededFrom(0) == 10);
  }
}
