package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A hanging and a healthy destination on the same loop. */
abstract class IsolationContract extends DeliveryTests {

  private static final int MESSAGES = 2_000;

  IsolationContract(DeliveryStorage storage) {
    super(storage);
  }

  @BeforeEach
  void oneLoopAndSmallQueues() {
    loopCount = 1;
    settings.put("delivery.queue-messages", "4");
    settings.put("delivery.max-open", "4");
    settings.put("delivery.timeout", "1h");
  }

  @Test
  void liveReading_neverWaitsForAFullQueue() {
    TestReceiver hanging = closing(TestReceiver.open()).always(Behaviour.hang());
    TestReceiver healthy = closing(TestReceiver.open());
    start(destination(1, hanging.url("/")), destination(2, healthy.url("/")));
    send(MESSAGES);
    await().until(() -> healthy.received().size() == MESSAGES);

    // the queue is full, and the rest waits in the log
    assertThat(hanging.received()).hasSizeLessThan(20);
    await().until(() -> metrics.get("postrider.delivery.lag").gauge().value() == 0);
    assertThat(retained.neededFrom(0)).isLessThan(20);
  }

  @Test
  void waitingMessages_arriveWhenTheDestinationRecovers() {
    settings.put("delivery.timeout", "300ms");
    TestReceiver slow = closing(TestReceiver.open()).always(Behaviour.hang());
    start(destination(1, slow.url("/")));
    send(MESSAGES);
    await().until(() -> !slow.received().isEmpty());
    int before = slow.received().size();
    slow.always(Behaviour.status(200));
    await().until(() -> slow.received().size() >= before + MESSAGES - 20);
    await().until(() -> retained.neededFrom(0) == MESSAGES);
  }
}
