package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests replays. */
class ReplayTest {

  private final FakeDriver driver = FakeDriver.usual();

  /** Messages 0 to 9, of which the even ones fail. */
  private void tenMessages() {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(i % 2 == 0 ? REFUSED : OK);
    }
    driver.done.clear();
  }

  @Test
  void failedOnly_sendsFailedMessagesAndClearsTheirStatus() {
    tenMessages();
    assertThat(driver.machine.failed()).isEqualTo(5);
    assertThat(driver.machine.startReplay(new Replay(77, 0, 10, true), driver.now)).isTrue();
    assertThat(driver.machine.startReplay(new Replay(78, 0, 10, true), driver.now)).isFalse();
    assertThat(driver.machine.neededFrom()).isZero();
    driver.answerReads();
    assertThat(driver.posted.element().round().replay()).isTrue();
    driver.answerAll(OK, Duration.ofSeconds(1));
    assertThat(driver.done)
        .extracting(FakeDriver.Done::offset)
        .containsExactlyInAnyOrder(0L, 2L, 4L, 6L, 8L);
    assertThat(driver.done).allMatch(FakeDriver.Done::replay);
    assertThat(driver.machine.failed()).isZero();
    assertThat(driver.replaysEnded).hasSize(1);
    ReplayProgress end = driver.replaysEnded.getFirst();
    assertThat(end)
        .isEqualTo(new ReplayProgress(new Replay(77, 0, 10, true), 10, 5, 5, 0, 0, false));
    assertThat(driver.machine.replay()).isNull();
  }

  @Test
  void failedOnly_skipsMessagesNotForTheDestinationNow() {
    tenMessages();
    driver.filtered.add(4L);
    driver.machine.startReplay(new Replay(1, 0, 10, true), driver.now);
    driver.answerAll(OK, Duration.ofSeconds(1));
    ReplayProgress end = driver.replaysEnded.getFirst();
    assertThat(end.delivered()).isEqualTo(4);
    assertThat(end.skipped()).isEqualTo(1);
    assertThat(driver.failedOffsets()).containsExactly(4L);
  }

  @Test
  void range_sendsEverythingAgain() {
    tenMessages();
    driver.machine.startReplay(new Replay(1, 3, 7, false), driver.now);
    driver.answerReplayFeeds(7);
    driver.answerAll(OK, Duration.ofSeconds(1));
    assertThat(driver.done)
        .extracting(FakeDriver.Done::offset)
        .containsExactlyInAnyOrder(3L, 4L, 5L, 6L);
    assertThat(driver.failedOffsets()).containsExactly(0L, 2L, 8L);
    assertThat(driver.replaysEnded).hasSize(1);
  }

  @Test
  void oneMessage_canBeSentAgain() {
    tenMessages();
    driver.machine.startReplay(Replay.one(1, 4), driver.now);
    driver.answerReplayFeeds(5);
    driver.answerNext(OK);
    assertThat(driver.failedOffsets()).containsExactly(0L, 2L, 6L, 8L);
    assertThat(driver.replaysEnded.getFirst().delivered()).isEqualTo(1);
  }

  @Test
  void replayedMessage_isRetriedWithANewWindowAndRecordedIfItFails() {
    tenMessages();
    driver.pass(Duration.ofDays(1));
    driver.machine.startReplay(Replay.one(1, 4), driver.now);
    driver.answerReplayFeeds(5);
    driver.answerNext(DOWN);
    long start = driver.now;
    while (driver.done.isEmpty()) {
      driver.passToNext();
      if (!driver.posted.isEmpty()) {
        driver.answerNext(DOWN);
      }
    }
    assertThat(driver.now - start).isEqualTo(DeliveryRules.DEFAULT.retryWindow().toMillis());
    assertThat(driver.failedOffsets()).contains(4L);
    assertThat(driver.machine.failedAt(4)).isEqualTo(Instant.ofEpochMilli(driver.now));
    assertThat(driver.replaysEnded.getFirst().failed()).isEqualTo(1);
  }

  @Test
  void liveMessages_goFirst() {
    tenMessages();
    driver.send(200);
    int running = driver.posted.size();
    driver.machine.startReplay(new Replay(1, 0, 10, true), driver.now);
    assertThat(driver.reads).isEmpty();
    assertThat(driver.replayFeeds).isEmpty();
    while (driver.machine.queued() > 0) {
      driver.answerNext(OK);
    }
    assertThat(driver.done).hasSizeGreaterThanOrEqualTo(200 - running - 256);
    driver.answerNext(OK);
    assertThat(driver.reads).isNotEmpty();
  }

  @Test
  void replay_takesAFewMessagesAtATime() {
    driver.send(1_000);
    driver.answerAll(OK, Duration.ofSeconds(1));
    driver.machine.startReplay(new Replay(1, 0, 1_000, false), driver.now);
    assertThat(driver.replayFeeds.element().maxMessages()).isEqualTo(64);
    driver.answerReplayFeeds(1_000);
    assertThat(driver.machine.open()).isEqualTo(64);
    assertThat(requireNonNull(driver.machine.replay()).open()).isEqualTo(64);
    driver.send();
    assertThat(driver.machine.open()).as("a live message has its place").isEqualTo(65);
    while (driver.replaysEnded.isEmpty()) {
      driver.answerAll(OK, Duration.ofMillis(1));
      driver.answerReplayFeeds(1_000);
    }
    assertThat(driver.replaysEnded.getFirst().delivered()).isEqualTo(1_000);
    assertThat(driver.done).hasSize(2_001);
  }

  @Test
  void openDeliveries_areNotReplayed() {
    driver.send(3);
    driver.answerNext(DOWN);
    driver.answerNext(OK);
    driver.answerNext(OK);
    driver.machine.startReplay(new Replay(1, 0, 3, false), driver.now);
    driver.answerReplayFeeds(3);
    assertThat(driver.posted).hasSize(2);
    assertThat(driver.posted).noneMatch(posted -> posted.round().offset() == 0);
  }

  @Test
  void endOfTheRange_isTheLivePositionAtMost() {
    tenMessages();
    driver.machine.startReplay(new Replay(1, 0, 1_000, false), driver.now);
    assertThat(requireNonNull(driver.machine.replay()).replay().toOffset()).isEqualTo(10);
  }

  @Test
  void cancelledReplay_keepsStatusesAndCountsDeliveries() {
    tenMessages();
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, 2, false), driver.now);
    driver.machine.startReplay(new Replay(1, 0, 10, true), driver.now);
    driver.answerReads();
    Attempt running = driver.next().only();
    assertThat(driver.posted).hasSize(1);
    Attempt fails = driver.next().only();
    driver.machine.cancelReplay(driver.now);
    assertThat(driver.replaysEnded.getFirst().cancelled()).isTrue();
    assertThat(driver.machine.open()).isEqualTo(2);
    assertThat(driver.machine.startReplay(new Replay(2, 0, 10, true), driver.now)).isTrue();
    int taken = requireNonNull(driver.machine.replay()).open();
    driver.answer(running, OK);
    driver.answer(fails, DOWN);
    assertThat(driver.failedOffsets()).containsExactly(2L, 4L, 6L, 8L);
    assertThat(requireNonNull(driver.machine.replay()).open()).isEqualTo(taken);
    assertThat(requireNonNull(driver.machine.replay()).delivered()).isZero();
  }

  @Test
  void answerToACancelledReplay_isIgnored() {
    tenMessages();
    driver.machine.startReplay(new Replay(1, 5, 10, false), driver.now);
    driver.machine.cancelReplay(driver.now);
    driver.machine.startReplay(new Replay(2, 0, 10, false), driver.now);
    assertThat(driver.replayFeeds).hasSize(1);
    driver.answerReplayFeeds(10);
    while (driver.replaysEnded.size() < 2) {
      driver.answerAll(OK, Duration.ofMillis(1));
      driver.answerReplayFeeds(10);
    }
    assertThat(driver.replaysEnded.getLast().delivered()).isEqualTo(10);
  }

  @Test
  void replay_waitsWhilePausedOrHeld() {
    tenMessages();
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, null, true), driver.now);
    driver.machine.startReplay(new Replay(1, 0, 10, true), driver.now);
    assertThat(driver.reads).isEmpty();
    driver.machine.apply(FakeDriver.settings("http://a"), driver.now);
    assertThat(driver.reads).isNotEmpty();
    driver.answerAll(OK, Duration.ofSeconds(1));
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(DOWN);
    }
    driver.machine.startReplay(new Replay(2, 0, 10, false), driver.now);
    assertThat(driver.replayFeeds).isEmpty();
    driver.answerAll(OK, Duration.ofMinutes(1));
    assertThat(driver.replayFeeds).hasSize(1);
  }

  @Test
  void expiredPart_isSkipped() {
    tenMessages();
    driver.firstOffset = 4;
    driver.machine.startReplay(new Replay(1, 0, 10, false), driver.now);
    while (driver.replaysEnded.isEmpty()) {
      driver.answerReplayFeeds(10);
      driver.answerAll(OK, Duration.ofMillis(1));
    }
    assertThat(driver.replaysEnded.getFirst().taken()).isEqualTo(6);
    driver.machine.startReplay(new Replay(2, 0, 10, true), driver.now);
    driver.answerReads();
    assertThat(driver.machine.status(0)).isEqualTo(new DeliveryStatus.Expired());
  }

  /** Ten messages, of which the even ones failed, and three that waited and were cancelled. */
  private void withCancelled() {
    tenMessages();
    driver.send();
    driver.answerNext(DOWN);
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, null, true), driver.now);
    driver.send(2);
    driver.machine.cancel(13, driver.now);
    driver.machine.apply(FakeDriver.settings("http://a"), driver.now);
    driver.done.clear();
  }

  @Test
  void undelivered_areFailedAndCancelledOffsets() {
    withCancelled();
    assertThat(driver.machine.undeliveredBefore(13, 10))
        .containsExactly(12L, 11L, 10L, 8L, 6L, 4L, 2L, 0L);
    assertThat(driver.machine.undeliveredBefore(11, 2)).containsExactly(10L, 8L);
    assertThat(driver.machine.undeliveredBefore(0, 10)).isEmpty();
    assertThat(driver.machine.recordedStatus(11)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(driver.machine.recordedStatus(1)).isNull();
  }

  @Test
  void failedOnly_sendsCancelledMessagesToo() {
    withCancelled();
    driver.machine.startReplay(new Replay(1, 0, 13, true), driver.now);
    driver.answerReads();
    assertThat(driver.replayFeeds.element().from()).isEqualTo(10);
    assertThat(driver.machine.recordedStatus(0))
        .as("while it is sent")
        .isInstanceOf(DeliveryStatus.Failed.class);
    while (driver.replaysEnded.isEmpty()) {
      driver.answerReplayFeeds(13);
      driver.answerAll(OK, Duration.ofMillis(1));
    }
    assertThat(driver.done)
        .extracting(FakeDriver.Done::offset)
        .containsExactlyInAnyOrder(0L, 2L, 4L, 6L, 8L, 10L, 11L, 12L);
    assertThat(driver.replaysEnded.getFirst().delivered()).isEqualTo(8);
    assertThat(driver.machine.undeliveredBefore(13, 10)).isEmpty();
  }

  @Test
  void failedAfterCancelled_isNotSkipped() {
    driver.send();
    driver.answerNext(DOWN);
    driver.machine.cancel(1, driver.now);
    driver.send();
    driver.answerNext(REFUSED);
    driver.done.clear();
    driver.machine.startReplay(new Replay(1, 0, 2, true), driver.now);
    while (driver.replaysEnded.isEmpty()) {
      // an answer beyond the requested range
      driver.answerReplayFeeds(2);
      driver.answerAll(OK, Duration.ofMillis(1));
    }
    assertThat(driver.done).extracting(FakeDriver.Done::offset).containsExactlyInAnyOrder(0L, 1L);
  }

  @Test
  void disabling_cancelsTheReplay() {
    tenMessages();
    driver.machine.startReplay(new Replay(1, 0, 10, false), driver.now);
    driver.machine.cancel(10, driver.now);
    assertThat(driver.replaysEnded.getFirst().cancelled()).isTrue();
    assertThat(driver.machine.failed()).isEqualTo(5);
  }
}
