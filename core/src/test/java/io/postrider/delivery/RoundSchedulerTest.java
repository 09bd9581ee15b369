package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static io.postrider.delivery.FakeDriver.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds and retries. */
class RoundSchedulerTest {

  private static final Duration WINDOW = DeliveryRules.DEFAULT.retryWindow();

  private static final DeliveryStatus SETTLED = new DeliveryStatus.Settled();

  private final FakeDriver one = FakeDriver.usual();
  private final FakeDriver two =
      new FakeDriver(DeliveryRules.DEFAULT, FakeDriver.settings("http://a", "http://b"));

  private static Outcome later(int status, Duration retryAfter) {
    return new Outcome.Deferred(status, retryAfter);
  }

  @Test
  void message_isPostedAtOnceToEveryUrl() {
    two.send();
    Round round = two.next().round();
    assertThat(round.number()).isEqualTo(1);
    assertThat(round.attempts()).extracting(Attempt::url).containsExactly("http://a", "http://b");
    assertThat(round.attempts()).extracting(Attempt::urlIndex).containsExactly(0, 1);
  }

  @Test
  void firstSuccess_settlesAtOnce() {
    two.send();
    Round round = two.next().round();
    two.answer(round.attempts().get(1), OK);
    assertThat(two.done)
        .containsExactly(new FakeDriver.Done(0, FinalStatus.DELIVERED, 1, null, false));
    assertThat(two.machine.open()).isZero();
    two.answer(round.attempts().get(0), DOWN);
    assertThat(two.done).hasSize(1);
    assertThat(two.limits.nextWakeUp()).isEqualTo(Long.MAX_VALUE);
    assertThat(two.limits.urls()).extracting(UrlState::inFlight).containsExactly(0, 0);
  }

  @Test
  void successAfterAnotherUrlRefused_settles() {
    two.send();
    Round round = two.next().round();
    two.answer(round.attempts().get(0), REFUSED);
    assertThat(two.done).isEmpty();
    two.answer(round.attempts().get(1), OK);
    assertThat(two.statuses()).containsExactly(FinalStatus.DELIVERED);
  }

  @Test
  void messageThatEveryUrlRefused_failsForGood() {
    two.send();
    Round round = two.next().round();
    two.answer(round.attempts().get(1), REFUSED);
    two.answer(round.attempts().get(0), REFUSED);
    Failure failure = new Failure(FailureReason.HTTP_STATUS, 400, true, false);
    assertThat(two.done)
        .containsExactly(new FakeDriver.Done(0, FinalStatus.FAILED, 1, failure, false));
    assertThat(two.machine.status(0)).isEqualTo(new DeliveryStatus.Failed(failure));
  }

  @Test
  void urlThatRefused_isExcludedFromLaterRounds() {
    two.send();
    Round round = two.next().round();
    two.answer(round.attempts().get(0), REFUSED);
    two.answer(round.attempts().get(1), TIMED_OUT);
    assertThat(two.done).isEmpty();
    two.passToNext();
    Round retry = two.next().round();
    assertThat(retry.number()).isEqualTo(2);
    assertThat(retry.attempts()).extracting(Attempt::url).containsExactly("http://b");
    two.answer(retry.attempts().getFirst(), REFUSED);
    assertThat(two.statuses()).containsExactly(FinalStatus.FAILED);
    assertThat(two.failedOffsets()).containsExactly(0L);
  }

  @Test
  void everyRetryableOutcome_isRetried() {
    List<Outcome> outcomes =
        List.of(
            later(500, Duration.ZERO),
            later(503, Duration.ZERO),
            later(408, Duration.ZERO),
            TIMED_OUT,
            new Outcome.Unreachable(FailureReason.DNS, "no such name"),
            new Outcome.Untrusted(FailureReason.TLS, "expired"));
    one.send();
    for (Outcome outcome : outcomes) {
      one.answerNext(outcome);
      assertThat(one.done).isEmpty();
      one.passToNext();
    }
    assertThat(one.answerNext(OK).round().number()).isEqualTo(outcomes.size() + 1);
    assertThat(one.done.getFirst().status()).isEqualTo(FinalStatus.DELIVERED);
  }

  @Test
  void retries_areExponentialWithJitterAndCapped() {
    one.send();
    long last = one.now;
    double expected = 5_000;
    for (int round = 1; round < 15; round++) {
      Attempt attempt = one.next().only();
      // another message succeeds, so that the breaker stays closed
      one.send();
      one.answerNext(OK);
      one.answer(attempt, DOWN);
      one.passToNext();
      assertThat((double) one.now - last)
          .isBetween(expected * 0.79, expected * 1.21)
          .isLessThanOrEqualTo(1_800_000);
      last = one.now;
      expected = Math.min(expected * 2, 1_500_000);
    }
    assertThat(expected).isEqualTo(1_500_000);
  }

  @Test
  void retryAfter_movesThatUrlsNextAttemptOnly() {
    two.send();
    Round round = two.next().round();
    two.answer(round.attempts().get(0), later(429, Duration.ofMinutes(45)));
    two.answer(round.attempts().get(1), DOWN);
    two.passToNext();
    assertThat(two.now - FakeDriver.START).isBetween(4_000L, 6_000L);
    assertThat(two.next().round().attempts()).extracting(Attempt::url).containsExactly("http://b");
  }

  @Test
  void retryAfterOfAnotherStatus_isIgnored() {
    one.send();
    one.answerNext(later(500, Duration.ofHours(1)));
    one.passToNext();
    assertThat(one.now - FakeDriver.START).isBetween(4_000L, 6_000L);
  }

  @Test
  void window_endsFourHoursAfterTheFirstRound() {
    FakeDriver driver = one;
    driver.pass(Duration.ofHours(1));
    driver.send();
    long first = driver.now;
    long lastRound = first;
    while (driver.done.isEmpty()) {
      if (!driver.posted.isEmpty()) {
        lastRound = driver.answerNext(DOWN).atMillis();
      }
      if (driver.done.isEmpty()) {
        driver.passToNext();
      }
    }
    assertThat(driver.now).isEqualTo(first + WINDOW.toMillis());
    assertThat(lastRound).isLessThan(driver.now);
    assertThat(driver.done.getFirst().failure())
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 500, false, false));
    assertThat(driver.machine.failed()).isEqualTo(1);
  }

  @Test
  void attemptThatOutlastsTheWindow_counts() {
    one.send();
    Attempt attempt = one.next().only();
    one.pass(WINDOW.plusSeconds(1));
    assertThat(one.done).isEmpty();
    one.answer(attempt, OK);
    assertThat(one.statuses()).containsExactly(FinalStatus.DELIVERED);
    one.send();
    attempt = one.next().only();
    one.pass(WINDOW);
    one.answer(attempt, DOWN);
    assertThat(one.statuses()).containsExactly(FinalStatus.DELIVERED, FinalStatus.FAILED);
  }

  @Test
  void filters_areEvaluatedBeforeEveryRound() {
    one.filtered.add(0L);
    one.send();
    assertThat(one.posted).isEmpty();
    assertThat(one.statuses()).containsExactly(FinalStatus.FILTERED);
    one.send();
    one.answerNext(DOWN);
    one.filtered.add(1L);
    one.passToNext();
    assertThat(one.posted).isEmpty();
    assertThat(one.statuses()).containsExactly(FinalStatus.FILTERED, FinalStatus.FILTERED);
    assertThat(one.machine.status(0)).as("never started").isEqualTo(SETTLED);
    assertThat(one.machine.status(1)).isEqualTo(new DeliveryStatus.Filtered());
    assertThat(one.limits.urls().getFirst().inFlight()).isZero();
    assertThat(one.machine.open()).isZero();
  }

  @Test
  void recordThatTheLogLost_expires() {
    one.send();
    one.answerNext(DOWN);
    one.firstOffset = 1;
    one.passToNext();
    assertThat(one.statuses()).containsExactly(FinalStatus.EXPIRED);
    assertThat(one.machine.status(0)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(one.limits.urls().getFirst().inFlight()).isZero();
  }

  @Test
  void attemptThatEndsTwice_isRefused() {
    one.send();
    Attempt attempt = one.next().only();
    one.answer(attempt, OK);
    assertThatThrownBy(() -> one.answer(attempt, OK)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void deleteMessage_dropsOlderOpenDeliveriesOfThatUser() {
    one.append(RecordFixtures.track(7, one.now));
    one.append(RecordFixtures.track(8, one.now));
    one.append(RecordFixtures.track(7, one.now));
    one.distribute();
    one.answerNext(DOWN);
    one.answerNext(DOWN);
    Attempt running = one.next().only();
    one.append(RecordFixtures.delete(7, one.now));
    one.append(RecordFixtures.track(7, one.now));
    one.distribute();
    assertThat(one.done)
        .extracting(FakeDriver.Done::offset, FakeDriver.Done::status)
        .containsExactly(tuple(0L, FinalStatus.SUPERSEDED));
    assertThat(one.machine.status(0)).isEqualTo(new DeliveryStatus.Superseded());
    one.answer(running, DOWN);
    assertThat(one.statuses()).containsExactly(FinalStatus.SUPERSEDED, FinalStatus.SUPERSEDED);
    assertThat(one.machine.status(2)).isEqualTo(new DeliveryStatus.Superseded());
    one.answerNext(DOWN);
    one.answerNext(DOWN);
    assertThat(one.machine.open()).isEqualTo(3);
  }

  @Test
  void supersededInFlight_countsIfItDelivers() {
    one.append(RecordFixtures.track(7, one.now));
    one.append(RecordFixtures.delete(7, one.now));
    one.distribute();
    one.answerNext(OK);
    one.answerNext(OK);
    assertThat(one.statuses()).containsExactly(FinalStatus.DELIVERED, FinalStatus.DELIVERED);
    assertThat(one.machine.status(0)).isEqualTo(SETTLED);
  }

  @Test
  void supersededWhileRead_releasesItsSlot() {
    one.append(RecordFixtures.track(7, one.now));
    one.distribute();
    one.answerNext(DOWN);
    one.now += 6_000;
    one.machine.tick(one.now);
    assertThat(one.reads).containsExactly(0L);
    one.append(RecordFixtures.delete(7, one.now));
    one.distribute();
    assertThat(one.statuses()).containsExactly(FinalStatus.SUPERSEDED);
    one.answerReads();
    one.answerNext(OK);
    assertThat(one.posted).isEmpty();
    assertThat(one.limits.urls().getFirst().inFlight()).isZero();
  }

  @Test
  void inputFromWithinAnEffect_isRefused() {
    FakeDriver driver = FakeDriver.usual();
    driver.limits.enter();
    assertThatThrownBy(() -> driver.machine.tick(driver.now))
        .isInstanceOf(IllegalStateException.class);
  }
}
