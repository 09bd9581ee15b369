package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests messages that a replay took and has not sent yet: they may wait without limit. */
class ReplayWindowTest {

  private static final DeliverySettings ONE_AT_A_TIME =
      new DeliverySettings(List.of("http://a"), null, 1, false);
  private static final Duration BEYOND = DeliveryRules.DEFAULT.retryWindow().plusHours(1);

  private final FakeDriver driver = FakeDriver.usual();

  /** Ten messages that failed, taken by a replay that has sent the first of them. */
  private void oneSentOfTen() {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(REFUSED);
    }
    driver.done.clear();
    driver.machine.apply(ONE_AT_A_TIME, driver.now);
    driver.machine.startReplay(new Replay(1, 0, 10, true), driver.now);
    driver.answerReads();
    assertThat(driver.posted).hasSize(1);
    assertThat(driver.machine.open()).isEqualTo(10);
  }

  @Test
  void queueingTime_doesNotCountTowardTheWindow() {
    oneSentOfTen();
    driver.pass(BEYOND);
    assertThat(driver.done).isEmpty();
    driver.answerAll(OK, Duration.ofSeconds(1));
    assertThat(driver.replaysEnded.getFirst().delivered()).isEqualTo(10);
    assertThat(driver.machine.failed()).isZero();
  }

  @Test
  void downtime_doesNotCountTowardTheWindowOfUnsentMessages() {
    oneSentOfTen();
    CursorChange change = driver.machine.changes().orElseThrow();
    driver.now += BEYOND.toMillis();
    driver.restart(change, ONE_AT_A_TIME);
    driver.answerAll(OK, Duration.ofSeconds(1));
    ReplayProgress end = driver.replaysEnded.getFirst();
    assertThat(end.delivered()).isEqualTo(9);
    assertThat(end.failed()).as("the one whose answer nobody saw").isEqualTo(1);
    assertThat(driver.done.getFirst().failure())
        .isEqualTo(new Failure(FailureReason.TIMEOUT, 0, false, false));
  }

  @Test
  void pause_doesNotStartTheWindow() {
    oneSentOfTen();
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, 1, true), driver.now);
    driver.pass(BEYOND);
    driver.machine.apply(ONE_AT_A_TIME, driver.now);
    driver.pass(BEYOND);
    driver.answerAll(OK, Duration.ofSeconds(1));
    assertThat(driver.replaysEnded.getFirst().delivered()).isEqualTo(10);
  }

  @Test
  void window_startsWithTheFirstRound() {
    oneSentOfTen();
    driver.pass(BEYOND);
    driver.answerNext(OK);
    driver.answerReads();
    long first = driver.now;
    assertThat(driver.posted.element().round().offset()).isEqualTo(1);
    while (driver.done.size() < 10) {
      while (!driver.posted.isEmpty()) {
        driver.answerNext(driver.posted.element().round().offset() == 1 ? DOWN : OK);
        driver.answerReads();
      }
      if (driver.done.size() < 10) {
        driver.passToNext();
      }
    }
    assertThat(driver.failedOffsets()).containsExactly(1L);
    assertThat(driver.now - first).isEqualTo(DeliveryRules.DEFAULT.retryWindow().toMillis());
  }

  /** A replay does not only use the slots of retries, which would make it slow. */
  @Test
  void replay_usesMostSlotsWhileLiveDeliveryIsQuiet() {
    driver.send(100);
    driver.answerAll(OK, Duration.ofSeconds(1));
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, 8, false), driver.now);
    driver.machine.startReplay(new Replay(1, 0, 100, false), driver.now);
    driver.answerReplayFeeds(100);
    driver.answerReads();
    assertThat(driver.posted).hasSize(8);
    for (int i = 0; i < 40; i++) {
      driver.answerNext(OK);
      driver.answerReads();
      driver.answerReplayFeeds(100);
      assertThat(driver.posted).hasSize(8);
    }
  }

  @Test
  void replay_leavesFirstRoundsToLiveMessages() {
    driver.send(100);
    driver.answerAll(OK, Duration.ofSeconds(1));
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, 8, false), driver.now);
    driver.machine.startReplay(new Replay(1, 0, 100, false), driver.now);
    driver.answerReplayFeeds(100);
    driver.answerReads();
    driver.send(20);
    int queued = driver.machine.queued();
    assertThat(queued).isPositive();
    for (int i = 0; i < 6; i++) {
      long taken = requireNonNull(driver.machine.replay()).taken();
      driver.answerNext(OK);
      assertThat(driver.machine.queued()).isLessThan(queued);
      assertThat(requireNonNull(driver.machine.replay()).taken()).isEqualTo(taken);
      queued = driver.machine.queued();
      driver.answerReads();
    }
  }
}
