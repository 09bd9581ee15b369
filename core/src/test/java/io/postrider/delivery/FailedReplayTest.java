package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests replays that do not succeed. */
class FailedReplayTest {

  private final FakeDriver driver = FakeDriver.usual();

  private void replay(long offset, Outcome outcome) {
    driver.machine.startReplay(Replay.one(1, offset), driver.now);
    driver.answerReplayFeeds(offset + 1);
    driver.answerNext(outcome);
  }

  private long delivered() {
    long offset = driver.send();
    driver.answerNext(OK);
    driver.done.clear();
    return offset;
  }

  private long filtered() {
    driver.filtered.add(driver.end);
    long offset = driver.send();
    driver.filtered.clear();
    driver.done.clear();
    return offset;
  }

  @Test
  void deliveredMessage_staysDelivered() {
    long offset = delivered();
    replay(offset, REFUSED);
    assertThat(driver.stayedDelivered).containsExactly(offset);
    assertThat(driver.done).isEmpty();
    assertThat(driver.machine.failed()).isZero();
    assertThat(driver.failedOffsets()).isEmpty();
    assertThat(driver.machine.status(offset)).isInstanceOf(DeliveryStatus.Settled.class);
    assertThat(driver.replaysEnded.getFirst().failed()).isEqualTo(1);
    assertThat(driver.machine.isSettled()).isTrue();
  }

  @Test
  void filteredMessage_failsForTheFirstTime() {
    long offset = filtered();
    replay(offset, REFUSED);
    assertThat(driver.statuses()).containsExactly(FinalStatus.FAILED);
    assertThat(driver.failedOffsets()).containsExactly(offset);
    assertThat(driver.stayedDelivered).isEmpty();
  }

  @Test
  void failedMessage_failsAgainWithoutAQuestion() {
    long offset = driver.send();
    driver.answerNext(REFUSED);
    driver.done.clear();
    driver.holdRecalls = true;
    replay(offset, REFUSED);
    assertThat(driver.recalls).isEmpty();
    assertThat(driver.statuses()).containsExactly(FinalStatus.FAILED);
  }

  @Test
  void messageThatAReplayDelivered_staysDelivered() {
    long offset = driver.send();
    driver.answerNext(REFUSED);
    replay(offset, OK);
    replay(offset, REFUSED);
    assertThat(driver.failedOffsets()).isEmpty();
    assertThat(driver.stayedDelivered).containsExactly(offset);
  }

  @Test
  void endOfTheWindow_isNoFailureOfADeliveredMessage() {
    long offset = delivered();
    replay(offset, DOWN);
    driver.answerAll(DOWN, DeliveryRules.DEFAULT.retryWindow().plus(Duration.ofSeconds(1)));
    assertThat(driver.stayedDelivered).containsExactly(offset);
    assertThat(driver.failedOffsets()).isEmpty();
    assertThat(driver.replaysEnded).hasSize(1);
  }

  @Test
  void recordThatIsGone_isNoLossOfADeliveredMessage() {
    long offset = delivered();
    replay(offset, DOWN);
    driver.firstOffset = offset + 1;
    driver.answerAll(DOWN, Duration.ofMinutes(1));
    assertThat(driver.stayedDelivered).containsExactly(offset);
    assertThat(driver.machine.status(offset)).isInstanceOf(DeliveryStatus.Settled.class);
  }

  @Test
  void recordOfAFilteredMessageThatIsGone_isLost() {
    long offset = filtered();
    replay(offset, DOWN);
    driver.firstOffset = offset + 1;
    driver.answerAll(DOWN, Duration.ofMinutes(1));
    assertThat(driver.statuses()).containsExactly(FinalStatus.EXPIRED);
  }

  @Test
  void crashBeforeTheAnswer_asksAgain() {
    long offset = delivered();
    driver.holdRecalls = true;
    replay(offset, REFUSED);
    assertThat(driver.recalls).containsExactly(offset);
    assertThat(driver.machine.status(offset)).isInstanceOf(DeliveryStatus.Open.class);
    driver.recalls.clear();
    driver.restart(driver.machine.changes().orElseThrow(), FakeDriver.settings("http://a"));
    assertThat(driver.recalls).containsExactly(offset);
    assertThat(driver.posted).isEmpty();
    driver.answerRecalls();
    assertThat(driver.stayedDelivered).containsExactly(offset);
    assertThat(driver.replaysEnded).hasSize(1);
  }

  @Test
  void newUrlBeforeTheAnswer_doesNotAskTwice() {
    long offset = delivered();
    driver.holdRecalls = true;
    replay(offset, REFUSED);
    driver.machine.apply(FakeDriver.settings("http://b"), driver.now);
    assertThat(driver.recalls).containsExactly(offset);
    driver.answerRecalls();
    assertThat(driver.machine.isSettled()).isTrue();
  }

  @Test
  void cancellationBeforeTheAnswer_endsTheReplay() {
    long offset = delivered();
    driver.holdRecalls = true;
    replay(offset, REFUSED);
    driver.machine.cancelReplay(driver.now);
    driver.answerRecalls();
    assertThat(driver.statuses()).containsExactly(FinalStatus.CANCELLED);
    assertThat(driver.stayedDelivered).isEmpty();
    assertThat(driver.machine.undeliveredBefore(10, 10)).isEqualTo(List.of());
  }
}
