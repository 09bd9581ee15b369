package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Retry-After is respected up to a cap, and never costs a message its last attempt. */
class RetryAfterCapTest {

  private static final Duration WINDOW = DeliveryRules.DEFAULT.retryWindow();
  private static final long CAP = DeliveryRules.MAX_RETRY_AFTER.toMillis();

  private final FakeDriver one = FakeDriver.usual();

  private static Outcome busy(Duration retryAfter) {
    return new Outcome.Deferred(503, retryAfter);
  }

  /** Answers every attempt until the time of the next one; returns how long that took. */
  private long gap(Outcome answer) {
    long at = one.now;
    one.answerNext(answer);
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    return one.now - at;
  }

  @Test
  void retryAfterUpToTheCap_isRespected() {
    one.send();
    assertThat(gap(busy(Duration.ofMinutes(10)))).isBetween(600_000L, 660_000L);
    assertThat(gap(busy(Duration.ofMillis(CAP - 1)))).isBetween(CAP - 1, CAP);
    assertThat(gap(busy(Duration.ofMillis(CAP)))).isEqualTo(CAP);
    one.answerNext(OK);
    assertThat(one.statuses()).containsExactly(FinalStatus.DELIVERED);
  }

  @ParameterizedTest
  @ValueSource(longs = {1_801, 86_400, 31_536_000, Integer.MAX_VALUE, Long.MAX_VALUE})
  void longerRetryAfter_countsAsTheCap(long seconds) {
    one.send();
    assertThat(gap(busy(Duration.ofSeconds(seconds)))).isEqualTo(CAP);
  }

  @Test
  void negativeRetryAfter_isIgnored() {
    one.send();
    assertThat(gap(busy(Duration.ofSeconds(Long.MIN_VALUE)))).isBetween(4_000L, 6_000L);
  }

  @Test
  void yearsOfRetryAfter_leaveAnAttemptAtTheEndOfTheWindow() {
    long first = one.now;
    one.send();
    List<Long> attempts = new ArrayList<>();
    while (one.done.isEmpty()) {
      if (one.posted.isEmpty()) {
        one.passToNext();
      } else {
        attempts.add(one.answerNext(busy(Duration.ofDays(365))).atMillis() - first);
      }
    }
    assertThat(attempts).hasSize(9);
    assertThat(attempts.getLast())
        .as("the last attempt is inside the window")
        .isEqualTo(WINDOW.toMillis() - RetryWindow.LAST_CHANCE_MILLIS);
    assertThat(one.now - first).isEqualTo(WINDOW.toMillis());
  }

  @Test
  void windowShorterThanTheRetryAfter_leavesEveryMessageALastAttempt() {
    DeliveryRules brief = rules(Duration.ofSeconds(20));
    FakeDriver driver = new FakeDriver(brief, FakeDriver.settings("http://a"));
    driver.send(8);
    while (!driver.posted.isEmpty()) {
      driver.answerNext(busy(Duration.ofDays(1)));
    }
    driver.pass(Duration.ofSeconds(19));
    while (!driver.posted.isEmpty() || !driver.reads.isEmpty()) {
      driver.answerReads();
      driver.answerNext(OK);
    }
    assertThat(driver.statuses()).hasSize(8).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void probeOfAFailingDestination_followsTheCap() {
    for (int i = 0; i < 10; i++) {
      one.send();
      one.answerNext(DOWN);
    }
    one.send(20);
    one.passToNext();
    assertThat(gap(busy(Duration.ofDays(365)))).isEqualTo(CAP);
  }

  @Test
  void failingDestinationWithALongRetryAfter_isProbedBeforeAWindowEnds() {
    DeliveryRules brief = rules(Duration.ofMinutes(5));
    FakeDriver driver = new FakeDriver(brief, FakeDriver.settings("http://a"));
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(busy(Duration.ofDays(365)));
    }
    assertThat(driver.limits.isHeld()).isTrue();
    driver.send(); // held, never sent
    while (driver.posted.isEmpty()) {
      driver.passToNext();
    }
    assertThat(driver.done).as("nothing is given up before the probe").isEmpty();
    driver.answerNext(OK);
    while (!driver.posted.isEmpty() || !driver.reads.isEmpty()) {
      driver.answerReads();
      driver.answerNext(OK);
    }
    assertThat(driver.statuses()).hasSize(11).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void failingDestinationWithOneWaitingMessage_isProbedOncePerInterval() {
    one.send();
    one.answerNext(DOWN);
    for (int i = 0; i < 9; i++) {
      one.passToNext();
      one.answerNext(DOWN);
    }
    assertThat(one.limits.isHeld()).isTrue();
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    for (int i = 0; i < 30; i++) {
      assertThat(gap(DOWN)).as("although its own retry is due later").isLessThan(61_000);
    }
  }

  private static DeliveryRules rules(Duration window) {
    DeliveryRules usual = DeliveryRules.DEFAULT;
    return new DeliveryRules(
        usual.retryFirstDelay(),
        usual.retryMaxDelay(),
        window,
        usual.probeInterval(),
        usual.breakerFailures(),
        usual.firstConcurrency(),
        usual.mostConcurrency(),
        usual.maxOpen(),
        usual.queueMessages(),
        usual.queueBytes(),
        usual.replayOpen());
  }
}
