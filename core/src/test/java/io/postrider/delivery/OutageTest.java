package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Destinations that keep failing: probes, holds and windows. */
class OutageTest {

  private static final long WINDOW = DeliveryRules.DEFAULT.retryWindow().toMillis();

  private final FakeDriver one = FakeDriver.usual();
  private final FakeDriver two =
      new FakeDriver(DeliveryRules.DEFAULT, FakeDriver.settings("http://a", "http://b"));

  /** Ten failures in a row. */
  private static void fail(FakeDriver driver) {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(DOWN);
    }
  }

  @Test
  void tenthFailureInARow_opensTheBreaker() {
    for (int i = 0; i < 9; i++) {
      one.send();
      one.answerNext(DOWN);
    }
    assertThat(one.limits.state()).isEqualTo(DestinationState.DEGRADED);
    one.send();
    one.answerNext(DOWN);
    assertThat(one.limits.state()).isEqualTo(DestinationState.FAILING);
    UrlState url = one.limits.urls().getFirst();
    assertThat(url.failing()).isTrue();
    assertThat(url.nextProbe()).isNotNull();
    assertThat(url.lastFailure())
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 500, false, false));
    one.send();
    assertThat(one.posted).isEmpty();
    assertThat(one.machine.queued()).isEqualTo(1);
  }

  @Test
  void successInBetween_resetsTheCount() {
    for (int i = 0; i < 30; i++) {
      one.send();
      one.answerNext(i % 10 == 9 ? OK : DOWN);
    }
    assertThat(one.limits.state()).isEqualTo(DestinationState.HEALTHY);
  }

  @Test
  void refusals_neitherOpenTheBreakerNorKeepItOpen() {
    for (int i = 0; i < 30; i++) {
      one.send();
      one.answerNext(REFUSED);
    }
    assertThat(one.limits.isHeld()).isFalse();
    fail(one);
    assertThat(one.limits.isHeld()).isTrue();
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    one.answerNext(REFUSED);
    assertThat(one.limits.isHeld()).isFalse();
  }

  @Test
  void firstFailure_isDegradedUntilTheNextSuccess() {
    one.send();
    Instant first = Instant.ofEpochMilli(one.now);
    one.answerNext(DOWN);
    assertThat(one.limits.state()).isEqualTo(DestinationState.DEGRADED);
    assertThat(one.limits.failingSince()).isEqualTo(first);
    one.passToNext();
    one.answerNext(DOWN);
    assertThat(one.limits.failingSince()).isEqualTo(first);
    one.passToNext();
    one.answerNext(OK);
    assertThat(one.limits.state()).isEqualTo(DestinationState.HEALTHY);
    assertThat(one.limits.failingSince()).isNull();
  }

  @Test
  void refusalByEveryUrl_isFailingUntilTheNextSuccess() {
    one.send();
    Instant first = Instant.ofEpochMilli(one.now);
    one.answerNext(REFUSED);
    assertThat(one.limits.state()).isEqualTo(DestinationState.FAILING);
    assertThat(one.limits.failingSince()).isEqualTo(first);
    assertThat(one.limits.keepsFailing()).as("one message may be the reason").isFalse();
    one.pass(Duration.ofMinutes(5));
    for (int i = 0; i < 9; i++) {
      assertThat(one.limits.keepsFailing()).isFalse();
      one.send();
      one.answerNext(REFUSED);
    }
    assertThat(one.limits.keepsFailing()).isTrue();
    assertThat(one.limits.failingSince()).isEqualTo(first);
    assertThat(one.limits.deliveredAt()).isNull();
    UrlState url = one.limits.urls().getFirst();
    assertThat(url.failing()).isTrue();
    assertThat(url.breakerOpen()).as("messages are not held back for it").isFalse();
    one.send();
    one.answerNext(OK);
    assertThat(one.limits.state()).isEqualTo(DestinationState.HEALTHY);
    assertThat(one.limits.keepsFailing()).isFalse();
    assertThat(one.limits.failingSince()).isNull();
    assertThat(one.limits.deliveredAt()).isEqualTo(Instant.ofEpochMilli(one.now));
  }

  @Test
  void refusalsAmongOtherFailures_countTogether() {
    for (int i = 0; i < 10; i++) {
      assertThat(one.limits.keepsFailing()).isFalse();
      one.send();
      one.answerNext(i % 2 == 0 ? REFUSED : DOWN);
    }
    assertThat(one.limits.state()).isEqualTo(DestinationState.FAILING);
    assertThat(one.limits.keepsFailing()).isTrue();
    assertThat(one.limits.isHeld()).isFalse();
  }

  @Test
  void forbiddenAddress_isFailingAtOnce() {
    one.send();
    one.answerNext(new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, "loopback"));
    assertThat(one.limits.state()).isEqualTo(DestinationState.FAILING);
  }

  @Test
  void oneUrlOfTwoThatRefuses_isDegraded() {
    two.send();
    FakeDriver.Posted round = two.next();
    two.answer(round.round().attempts().get(1), REFUSED);
    two.answer(round.round().attempts().get(0), OK);
    assertThat(two.limits.state()).isEqualTo(DestinationState.DEGRADED);
    assertThat(two.limits.deliveredAt()).isEqualTo(Instant.ofEpochMilli(two.now));
    assertThat(two.limits.failingSince()).isEqualTo(Instant.ofEpochMilli(two.now));
  }

  @Test
  void failingUrl_isProbedOneAtATimeAndNeverLessOftenThanTheProbeInterval() {
    fail(one);
    one.send(500);
    List<Long> gaps = new ArrayList<>();
    long last = one.now;
    for (int i = 0; i < 16; i++) {
      one.passToNext();
      while (one.posted.isEmpty()) {
        one.passToNext();
      }
      assertThat(one.posted).hasSize(1);
      one.pass(Duration.ofSeconds(4));
      assertThat(one.posted).hasSize(1);
      gaps.add(one.posted.element().atMillis() - last);
      last = one.now;
      one.answerNext(DOWN);
    }
    assertThat(gaps.getFirst()).isBetween(800L, 1_200L);
    assertThat(gaps.get(5)).isBetween(25_600L, 38_400L);
    assertThat(gaps).allMatch(gap -> gap <= 60_000);
    assertThat(gaps.getLast()).isGreaterThan(39_000);
  }

  @Test
  void probe_isTheEarliestDueOpenDeliveryElseTheNextFromTheQueue() {
    fail(one);
    one.send();
    one.passToNext();
    assertThat(one.posted.element().round().offset()).isEqualTo(10);
    one.answerNext(DOWN);
    one.pass(Duration.ofSeconds(1));
    one.passToNext();
    one.answerAll(DOWN, Duration.ofSeconds(20));
    assertThat(one.machine.open()).isEqualTo(11);
    // by now the first ten are due, in the order in which they became due
    long due = Long.MAX_VALUE;
    long earliest = -1;
    for (long offset = 0; offset < 11; offset++) {
      DeliveryStatus.Open open = (DeliveryStatus.Open) one.machine.status(offset);
      long at = requireNonNull(open.nextDue()).toEpochMilli();
      if (at < due) {
        due = at;
        earliest = offset;
      }
    }
    one.send();
    one.passToNext();
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    assertThat(one.posted.element().round().offset()).isEqualTo(due <= one.now ? earliest : 11);
  }

  @Test
  void recovery_makesWaitingDeliveriesDueAtOnce() {
    one.send();
    one.answerNext(new Outcome.Deferred(429, Duration.ofMinutes(30)));
    one.send();
    one.answerNext(OK);
    fail(one);
    one.send(1_000);
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    long at = one.now;
    one.answerNext(OK);
    one.answerReads();
    while (!one.posted.isEmpty() || !one.reads.isEmpty()) {
      if (!one.posted.isEmpty()) {
        one.answerNext(OK);
      }
      one.answerReads();
    }
    assertThat(one.now).isEqualTo(at);
    assertThat(one.machine.queued()).isZero();
    assertThat(one.machine.open()).as("the one whose receiver asked for more").isEqualTo(1);
    assertThat(one.machine.status(0)).isInstanceOf(DeliveryStatus.Open.class);
    one.passToNext();
    assertThat(one.answerNext(OK).round().offset()).isZero();
  }

  @Test
  void retryAfterOfAProbe_movesTheNextProbe() {
    fail(one);
    one.send(20);
    one.passToNext();
    long at = one.now;
    one.answerNext(new Outcome.Deferred(503, Duration.ofMinutes(20)));
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    assertThat(one.now - at).isBetween(1_200_000L, 1_320_000L);
  }

  @Test
  void failingUrl_getsOnlyProbes() {
    for (int i = 0; i < 10; i++) {
      two.send();
      Round round = two.next().round();
      two.answer(round.attempts().get(0), DOWN);
      two.answer(round.attempts().get(1), OK);
    }
    assertThat(two.limits.state()).isEqualTo(DestinationState.DEGRADED);
    two.send();
    assertThat(two.answerNext(OK).round().attempts())
        .extracting(Attempt::url)
        .containsExactly("http://b");
    two.pass(Duration.ofSeconds(2));
    two.send();
    assertThat(two.posted.element().round().attempts())
        .as("the probe rides on a real message")
        .hasSize(2);
    two.send();
    assertThat(two.posted).hasSize(2);
    assertThat(two.posted.getLast().round().attempts()).hasSize(1);
    assertThat(two.statuses()).doesNotContain(FinalStatus.FAILED);
  }

  @Test
  void messageOfTheQueue_isNotUsedAsAProbeWhileAnotherUrlIsMerelyBusy() {
    for (int i = 0; i < 10; i++) {
      two.send();
      Round round = two.next().round();
      two.answer(round.attempts().get(0), DOWN);
      two.answer(round.attempts().get(1), OK);
    }
    two.send(300);
    assertThat(two.machine.queued()).isPositive();
    int running = two.posted.size();
    two.pass(Duration.ofSeconds(3));
    two.machine.tick(two.now);
    assertThat(two.posted).hasSize(running);
  }

  @Test
  void heldMessage_isGivenUpFourHoursAfterItWasAccepted() {
    fail(one);
    one.pass(Duration.ofMinutes(1));
    one.answerAll(DOWN, Duration.ofMinutes(1));
    one.append();
    long accepted = one.now;
    one.append();
    one.distribute();
    List<Long> ends = new ArrayList<>();
    while (one.done.size() < 12) {
      int before = one.done.size();
      one.passToNext();
      while (!one.posted.isEmpty()) {
        one.answerNext(DOWN);
      }
      for (int i = before; i < one.done.size(); i++) {
        ends.add(one.now);
      }
    }
    assertThat(one.statuses()).containsOnly(FinalStatus.FAILED);
    assertThat(ends.getLast()).isEqualTo(accepted + WINDOW);
    assertThat(one.machine.failed()).isEqualTo(12);
    assertThat(one.done).extracting(FakeDriver.Done::failure).doesNotContainNull();
  }

  @Test
  void messageBehindAHold_hasItsWindowFromTheHold() {
    fail(one);
    one.send(5_000);
    assertThat(one.machine.isCaughtUp()).isFalse();
    one.answerAll(DOWN, Duration.ofHours(5));
    assertThat(one.machine.queued()).as("all were accepted before the hold").isZero();
    assertThat(one.done).hasSize(5_010);
    assertThat(one.statuses()).containsOnly(FinalStatus.FAILED);
    assertThat(one.machine.failed()).isEqualTo(5_010);
    assertThat(one.done.getLast().failure())
        .as("never sent: held, with the destination's last error")
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 500, false, true));
    assertThat(requireNonNull(one.done.getLast().failure()).shownReason()).isEqualTo("held");
    assertThat(requireNonNull(one.done.getFirst().failure()).shownReason())
        .isEqualTo("http_status");
    assertThat(one.machine.isCaughtUp()).isTrue();
  }

  @Test
  void messageBehindASlowReceiver_hasNoWindowUntilItsFirstRound() {
    one.send(100);
    int running = one.posted.size();
    one.pass(Duration.ofHours(9));
    assertThat(one.done).isEmpty();
    assertThat(one.machine.queued()).isEqualTo(100 - running);
    one.answerAll(OK, Duration.ofSeconds(1));
    assertThat(one.statuses()).hasSize(100).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void heldMessagesAfterRecovery_getARoundEvenIfTheirWindowEndsMeanwhile() {
    fail(one);
    one.send(300);
    one.answerAll(DOWN, Duration.ofHours(3).plusMinutes(40));
    while (one.posted.isEmpty()) {
      one.passToNext();
    }
    one.answerNext(OK);
    one.answerReads();
    assertThat(one.limits.state()).isEqualTo(DestinationState.HEALTHY);
    int waiting = one.machine.queued();
    assertThat(waiting).isPositive();
    one.pass(Duration.ofHours(1));
    assertThat(one.machine.queued()).as("it is slow now, not failing").isEqualTo(waiting);
    one.answerAll(OK, Duration.ofSeconds(1));
    assertThat(one.machine.queued()).isZero();
  }

  @Test
  void pause_keepsMessagesAndDoesNotCountTowardWindows() {
    DeliverySettings paused = new DeliverySettings(List.of("http://a"), null, null, true);
    fail(one);
    one.send(3);
    one.pass(Duration.ofMillis(500));
    one.machine.apply(paused, one.now);
    assertThat(one.limits.state()).isEqualTo(DestinationState.PAUSED);
    assertThat(one.limits.nextWakeUp()).isEqualTo(Long.MAX_VALUE);
    one.pass(Duration.ofHours(3));
    one.send();
    one.pass(Duration.ofHours(3));
    assertThat(one.posted).isEmpty();
    assertThat(one.done).isEmpty();
    one.machine.apply(FakeDriver.settings("http://a"), one.now);
    one.answerReads();
    long resumed = one.now;
    List<Long> ends = new ArrayList<>();
    while (one.done.size() < 14) {
      int before = one.done.size();
      while (!one.posted.isEmpty()) {
        one.answerNext(DOWN);
      }
      one.passToNext();
      for (int i = before; i < one.done.size(); i++) {
        ends.add(one.now);
      }
    }
    assertThat(one.statuses()).containsOnly(FinalStatus.FAILED);
    assertThat(ends.getFirst()).isEqualTo(resumed - 500 + WINDOW);
    assertThat(ends.getLast())
        .as("accepted while paused: its window starts with the resumption")
        .isEqualTo(resumed + WINDOW);
  }

  @Test
  void pauseWithoutFailures_deliversEverythingAfterwards() {
    one.machine.apply(new DeliverySettings(List.of("http://a"), null, null, true), one.now);
    one.send(10);
    one.pass(Duration.ofDays(2));
    assertThat(one.posted).isEmpty();
    one.machine.apply(FakeDriver.settings("http://a"), one.now);
    one.answerAll(OK, Duration.ofSeconds(1));
    assertThat(one.statuses()).hasSize(10).containsOnly(FinalStatus.DELIVERED);
  }
}
