package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.route.Destination;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Deliveries while the database is unavailable, and at shutdown. */
abstract class DeliveryFaultContract extends DeliveryTests {

  private final FlakyCursorStore flaky = new FlakyCursorStore(super::cursorStore);

  DeliveryFaultContract(DeliveryStorage storage) {
    super(storage);
  }

  @Override
  CursorStore cursorStore() {
    flaky.unavailable(false);
    return flaky;
  }

  @Test
  void unavailableDatabase_doesNotStopDelivery() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")));
    flaky.unavailable(true);
    send(50);
    await().until(() -> receiver.received().size() == 50);
    await().until(() -> flaky.refused() > 1);
    assertThat(retained.neededFrom(0)).isZero();
    flaky.unavailable(false);
    await().until(() -> retained.neededFrom(0) == 50);
    stop();
    start(destination(1, receiver.url("/")));
    send(1);
    await().until(() -> receiver.received().size() >= 51);
    assertThat(receiver.received()).hasSize(51);
  }

  @Test
  void unavailableDatabaseAtShutdown_repeatsAndLosesNothing() {
    TestReceiver receiver = closing(TestReceiver.open());
    start(destination(1, receiver.url("/")));
    flaky.unavailable(true);
    send(5);
    await().until(() -> receiver.received().size() == 5);
    stop();
    start(destination(1, receiver.url("/")));
    await().until(() -> receiver.received().size() == 10);
  }

  @Test
  void shutdown_waitsForRequestsInFlight() throws Exception {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    TestReceiver receiver =
        closing(TestReceiver.open())
            .always(
                connection -> {
                  awaitQuietly(mayAnswer);
                  Behaviour.status(200).play(connection);
                });
    start(destination(1, receiver.url("/")));
    send(3);
    await().until(() -> receiver.received().size() == 3);
    Thread stopping = Thread.startVirtualThread(this::stop);
    mayAnswer.countDown();
    stopping.join();
    start(destination(1, receiver.url("/")));
    send(1);
    await().until(() -> receiver.received().size() >= 4);
    assertThat(receiver.received()).hasSize(4);
  }

  @Test
  void shutdown_endsWhileAReceiverHangs() {
    settings.put("delivery.shutdown-patience", "200ms");
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.hang());
    start(destination(1, receiver.url("/")));
    send(3);
    await().until(() -> receiver.received().size() == 3);
    stop();
    receiver.always(Behaviour.status(200));
    start(destination(1, receiver.url("/")));
    await().until(() -> receiver.received().size() == 6);
  }

  /** Messages that wait during a shutdown were not tried, so their retry window does not start. */
  @Test
  void shutdown_startsNoRoundThatIsNotSent() {
    settings.put("delivery.shutdown-patience", "2s");
    TestReceiver healthy = closing(TestReceiver.open());
    TestReceiver hanging = closing(TestReceiver.open()).always(Behaviour.hang());
    Destination slow = destination(1, healthy.url("/"));
    Destination oneEachHalfSecond =
        new Destination(
            slow.id(),
            slow.name(),
            false,
            slow.enabled(),
            slow.connections(),
            slow.settings().withMaxRate(2),
            slow.createdAt());
    start(oneEachHalfSecond, destination(2, hanging.url("/")));
    send(9);
    await().until(() -> !hanging.received().isEmpty());
    stop();
    int sent = healthy.received().size();
    assertThat(sent).isLessThan(9);
    DeliveryInspector after =
        start(
                new Destination(
                    slow.id(),
                    slow.name(),
                    true,
                    slow.enabled(),
                    slow.connections(),
                    slow.settings(),
                    slow.createdAt()))
            .inspector();
    assertThat(after.statuses(slow.id(), 0, sent, 9 - sent).orElseThrow())
        .hasSize(9 - sent)
        .containsOnly(new DeliveryStatus.Waiting());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
