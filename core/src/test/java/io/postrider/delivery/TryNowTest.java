package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that end an outage: try now, and a successful test. */
class TryNowTest {

  private static final Outcome RESTS = new Outcome.Deferred(503, Duration.ofMinutes(30));

  private final FakeDriver driver = FakeDriver.usual();

  private void fail(Outcome outcome) {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(outcome);
    }
  }

  private void tryNow() {
    driver.limits.tryNow(driver.now);
    driver.answerReads();
  }

  @Test
  void tryNow_sendsTheBacklogAtOnce() {
    fail(DOWN);
    driver.send(3);
    assertThat(driver.posted).isEmpty();
    tryNow();
    assertThat(driver.limits.isHeld()).isFalse();
    driver.answerAll(OK, Duration.ZERO);
    assertThat(driver.statuses()).hasSize(13).containsOnly(FinalStatus.DELIVERED);
    assertThat(driver.limits.state()).isEqualTo(DestinationState.HEALTHY);
  }

  @Test
  void tryNow_doesNotWaitForARetryAfter() {
    fail(RESTS);
    driver.send(3);
    tryNow();
    driver.answerAll(OK, Duration.ZERO);
    assertThat(driver.statuses()).hasSize(13).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void tryNow_hastensRetriesOfAClosedBreakerToo() {
    driver.send();
    driver.answerNext(RESTS);
    tryNow();
    driver.answerAll(OK, Duration.ZERO);
    assertThat(driver.statuses()).containsExactly(FinalStatus.DELIVERED);
  }

  @Test
  void tryNow_claimsNoRecovery() {
    driver.send();
    driver.answerNext(OK);
    Instant delivered = Instant.ofEpochMilli(driver.now);
    assertThat(driver.limits.deliveredAt()).isEqualTo(delivered);
    driver.pass(Duration.ofMinutes(1));
    Instant failed = Instant.ofEpochMilli(driver.now);
    fail(DOWN);
    tryNow();
    assertThat(driver.limits.state()).isEqualTo(DestinationState.DEGRADED);
    assertThat(driver.limits.failingSince()).isEqualTo(failed);
    assertThat(driver.limits.deliveredAt()).as("nothing is delivered since").isNull();
  }

  @Test
  void urlThatStillFails_opensItsBreakerAgain() {
    fail(DOWN);
    driver.send(30);
    tryNow();
    driver.answerAll(DOWN, Duration.ZERO);
    assertThat(driver.limits.state()).isEqualTo(DestinationState.FAILING);
    assertThat(driver.limits.isHeld()).isTrue();
    assertThat(driver.statuses()).isEmpty();
  }

  @Test
  void tryNowWhilePaused_sendsNothing() {
    fail(DOWN);
    driver.send(3);
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, null, true), driver.now);
    tryNow();
    assertThat(driver.posted).isEmpty();
    assertThat(driver.limits.state()).isEqualTo(DestinationState.PAUSED);
  }

  @Test
  void tryNowOfARefusingUrl_isDegraded() {
    driver.send();
    driver.answerNext(REFUSED);
    tryNow();
    assertThat(driver.limits.state()).isEqualTo(DestinationState.DEGRADED);
  }

  @Test
  void successfulTest_closesTheBreakerAndIsHealthy() {
    fail(RESTS);
    driver.send(3);
    driver.limits.tested("http://a", driver.now);
    assertThat(driver.limits.state()).isEqualTo(DestinationState.HEALTHY);
    assertThat(driver.limits.deliveredAt()).isEqualTo(Instant.ofEpochMilli(driver.now));
    driver.answerReads();
    driver.answerAll(OK, Duration.ZERO);
    assertThat(driver.statuses()).hasSize(13).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void testOfAnotherUrl_changesNothing() {
    fail(DOWN);
    driver.limits.tested("http://other", driver.now);
    assertThat(driver.limits.isHeld()).isTrue();
  }

  @Test
  void probeInFlightDuringTryNow_mayStillFail() {
    fail(DOWN);
    driver.send(3);
    while (driver.posted.isEmpty()) {
      driver.passToNext();
    }
    FakeDriver.Posted probe = driver.next();
    tryNow();
    driver.answer(probe.only(), DOWN);
    driver.answerAll(OK, Duration.ofMinutes(1));
    assertThat(driver.statuses()).hasSize(13).containsOnly(FinalStatus.DELIVERED);
    assertThat(driver.limits.urls().getFirst().inFlight()).isZero();
  }
}
