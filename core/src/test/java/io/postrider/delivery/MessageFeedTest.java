package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageType;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests live reading, the queue, and falling behind. */
class MessageFeedTest {

  private static final DeliveryRules SMALL =
      new DeliveryRules(
          Duration.ofSeconds(5),
          Duration.ofMinutes(30),
          Duration.ofHours(4),
          Duration.ofMinutes(1),
          10,
          2,
          4,
          6,
          8,
          1_000,
          2);

  private final FakeDriver small = new FakeDriver(SMALL, FakeDriver.settings("http://a"));

  @Test
  void queue_takesWhatCannotStart() {
    small.send(10);
    assertThat(small.posted).hasSize(2);
    assertThat(small.machine.queued()).isEqualTo(8);
    assertThat(small.machine.isCaughtUp()).isTrue();
    assertThat(small.machine.readTo()).isEqualTo(2);
    assertThat(small.machine.status(2)).isEqualTo(new DeliveryStatus.Waiting());
  }

  @Test
  void fullQueue_leavesTheMachineBehind() {
    small.send(12);
    assertThat(small.machine.isCaughtUp()).isFalse();
    assertThat(small.machine.queued()).isEqualTo(8);
    assertThat(small.feeds).isEmpty();
    small.send(5);
    assertThat(small.machine.queued()).as("offers are ignored while behind").isEqualTo(8);
    while (small.feeds.isEmpty()) {
      small.answerNext(OK);
    }
    assertThat(small.machine.queued()).as("asks when it is half empty").isEqualTo(4);
    assertThat(small.feeds.element()).isEqualTo(new FakeDriver.Feed(10, 4, 1_000 - 4 * 57));
    small.answerNext(OK);
    assertThat(small.feeds).as("one at a time").hasSize(1);
  }

  @Test
  void machine_isLevelAgainAtTheLivePosition() {
    small.send(20);
    while (small.feeds.isEmpty()) {
      small.answerNext(OK);
    }
    small.append();
    small.answerFeed(4);
    assertThat(small.machine.isCaughtUp()).isFalse();
    while (!small.machine.isCaughtUp()) {
      small.answerNext(OK);
      small.answerFeeds();
    }
    assertThat(small.live).as("read ahead of live reading").isEqualTo(20);
    small.distribute();
    small.answerAll(OK, Duration.ofSeconds(1));
    assertThat(small.done).hasSize(21);
    assertThat(small.done.stream().map(FakeDriver.Done::offset).distinct()).hasSize(21);
  }

  @Test
  void feedBeyondTheRoom_isRequestedAgain() {
    small.send(30);
    while (small.feeds.isEmpty()) {
      small.answerNext(OK);
    }
    small.answerFeed(1_000);
    assertThat(small.machine.isCaughtUp()).isFalse();
    assertThat(small.machine.queued()).isEqualTo(8);
    assertThat(small.feeds).isEmpty();
    small.answerAll(OK, Duration.ofSeconds(1));
    assertThat(small.statuses()).hasSize(30).containsOnly(FinalStatus.DELIVERED);
    assertThat(small.machine.isCaughtUp()).isTrue();
  }

  @Test
  void rangeWithoutMessages_isSkipped() {
    small.send(12);
    small.end = 500;
    small.live = 500;
    small.answerAll(OK, Duration.ofSeconds(1));
    assertThat(small.machine.isCaughtUp()).isTrue();
    assertThat(small.machine.readTo()).isEqualTo(500);
    assertThat(small.done).hasSize(12);
  }

  @Test
  void lostRange_isRecordedAsExpired() {
    small.send(100);
    small.firstOffset = 60;
    small.answerAll(OK, Duration.ofSeconds(1));
    assertThat(small.ranges).containsExactly("lost 10..60");
    assertThat(small.machine.status(10)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(small.machine.status(59)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(small.machine.status(60)).isEqualTo(new DeliveryStatus.Settled());
    assertThat(small.done).hasSize(50);
  }

  @Test
  void machineThatStartsBehind_isFedAtOnce() {
    FakeDriver driver = new FakeDriver(SMALL, FakeDriver.settings("http://a"));
    driver.append();
    driver.append();
    driver.live = 2;
    driver.machine =
        DeliveryMachine.startAt(
            0,
            List.of(),
            new DestinationLimits(SMALL, FakeDriver.settings("http://a"), new SplittableRandom(1)),
            driver,
            QueueBudget.UNBOUNDED,
            driver.now);
    assertThat(driver.machine.nextWakeUp()).isLessThanOrEqualTo(driver.now);
    assertThat(driver.feeds).isEmpty();
    driver.machine.tick(driver.now);
    assertThat(driver.feeds).containsExactly(new FakeDriver.Feed(0, 8, 1_000));
    driver.answerFeeds();
    assertThat(driver.machine.isCaughtUp()).isTrue();
    assertThat(driver.posted).hasSize(2);
  }

  @Test
  void openDeliveries_areBoundedAndRetriesContinue() {
    small.send(8);
    for (int i = 0; i < 6; i++) {
      small.answerNext(DOWN);
    }
    assertThat(small.machine.open()).isEqualTo(6);
    assertThat(small.machine.queued()).isEqualTo(2);
    assertThat(small.posted).isEmpty();
    small.passToNext();
    FakeDriver.Posted retry = small.answerNext(OK);
    assertThat(retry.round().number()).isEqualTo(2);
    assertThat(small.posted.element().round().offset()).as("room for one more").isEqualTo(6);
  }

  @Test
  void messageLargerThanTheQueue_isDelivered() {
    small.send(2);
    small.append(RecordFixtures.of(MessageType.TRACK, 1, small.now, 5_000));
    small.append();
    small.distribute();
    assertThat(small.machine.queued()).isEqualTo(1);
    assertThat(small.machine.isCaughtUp()).isFalse();
    small.answerAll(OK, Duration.ofSeconds(1));
    assertThat(small.statuses()).hasSize(4).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void sharedBudget_boundsTheQueueButNeverStopsIt() {
    FakeBudget budget = new FakeBudget(57 * 3);
    FakeDriver driver = new FakeDriver(SMALL, FakeDriver.settings("http://a"), budget);
    driver.send(10);
    assertThat(driver.machine.queued()).as("one without asking, three from it").isEqualTo(4);
    assertThat(budget.left).isZero();
    assertThat(driver.machine.isCaughtUp()).isFalse();
    driver.answerAll(OK, Duration.ofSeconds(1));
    assertThat(driver.statuses()).hasSize(10).containsOnly(FinalStatus.DELIVERED);
    assertThat(budget.left).isEqualTo(57 * 3);
    budget.left = 0;
    driver.send(10);
    assertThat(driver.machine.queued()).isEqualTo(1);
    driver.answerAll(OK, Duration.ofSeconds(1));
    assertThat(driver.statuses()).hasSize(20).containsOnly(FinalStatus.DELIVERED);
    budget.left = 1_000;
    driver.send(8);
    driver.machine.retire();
    assertThat(budget.left).isEqualTo(1_000);
  }

  private static final class FakeBudget implements QueueBudget {

    private int left;

    FakeBudget(int left) {
      this.left = left;
    }

    @Override
    public boolean take(int bytes) {
      boolean enough = bytes <= left;
      left -= enough ? bytes : 0;
      return enough;
    }

    @Override
    public void give(int bytes) {
      left += bytes;
    }
  }

  @Test
  void retiredMachine_releasesMemoryAndSlots() {
    small.send(10);
    Attempt running = small.next().only();
    small.answerNext(DOWN);
    small.machine.retire();
    assertThat(small.machine.queued()).isZero();
    small.machine.ended(running, OK, small.now);
    assertThat(small.limits.nextWakeUp()).isEqualTo(Long.MAX_VALUE);
  }
}
