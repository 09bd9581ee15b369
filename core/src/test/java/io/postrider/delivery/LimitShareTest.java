package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits of which this node may use a share. */
class LimitShareTest {

  private static final LimitShare NOTHING = lasting(0, 0);

  private static LimitShare lasting(int concurrency, int milliRate) {
    return new LimitShare(List.of(new LimitShare.Step(Long.MAX_VALUE, concurrency, milliRate)));
  }

  private static FakeDriver limited(@Nullable Integer maxRate, @Nullable Integer maxConcurrency) {
    return new FakeDriver(
        DeliveryRules.DEFAULT,
        new DeliverySettings(List.of("http://a"), maxRate, maxConcurrency, false));
  }

  @Test
  void attempts_stayWithinTheShare_evenIfItIsNothing() {
    FakeDriver driver = limited(null, 5);
    driver.limits.share(NOTHING, driver.now);
    driver.send(9);
    assertThat(driver.posted).isEmpty();
    driver.limits.share(lasting(2, 0), driver.now);
    assertThat(driver.posted).hasSize(2);
    driver.answerNext(OK);
    assertThat(driver.posted).as("one in flight was answered, and one started").hasSize(2);
    driver.limits.share(NOTHING, driver.now);
    driver.answerNext(OK);
    driver.answerNext(OK);
    assertThat(driver.posted).isEmpty();
    driver.limits.share(lasting(99, 0), driver.now);
    assertThat(driver.posted).as("never more than the limit").hasSize(5);
  }

  @Test
  void probesAndRetries_waitForAShareToo() {
    FakeDriver driver = limited(null, 5);
    driver.send(1);
    driver.answerNext(DOWN);
    driver.limits.share(NOTHING, driver.now);
    driver.pass(Duration.ofMinutes(5));
    assertThat(driver.posted).isEmpty();
    driver.limits.share(lasting(1, 0), driver.now);
    driver.answerReads();
    assertThat(driver.posted).hasSize(1);
  }

  @Test
  void destinationWithoutALimit_ignoresShares() {
    FakeDriver driver = limited(null, null);
    driver.limits.share(NOTHING, driver.now);
    driver.send(8);
    assertThat(driver.posted).hasSize(8);
  }

  @Test
  void steps_followEachOther_withoutAnInput() {
    FakeDriver driver = limited(null, 5);
    long start = driver.now;
    driver.limits.share(
        new LimitShare(
            List.of(
                new LimitShare.Step(start + 1_000, 0, 0),
                new LimitShare.Step(start + 2_000, 1, 0),
                new LimitShare.Step(Long.MAX_VALUE, 3, 0))),
        start);
    driver.send(9);
    driver.passTo(start + 999);
    assertThat(driver.posted).isEmpty();
    driver.passTo(start + 1_000);
    assertThat(driver.posted).hasSize(1);
    driver.passTo(start + 1_999);
    assertThat(driver.posted).hasSize(1);
    driver.passTo(start + 2_000);
    assertThat(driver.posted).hasSize(3);
  }

  @Test
  void liveMessage_startsNothingAfterTheEndOfAStep() {
    FakeDriver driver = limited(null, 5);
    driver.limits.share(
        new LimitShare(
            List.of(
                new LimitShare.Step(driver.now + 1_000, 5, 0),
                new LimitShare.Step(Long.MAX_VALUE, 0, 0))),
        driver.now);
    driver.send();
    driver.now += 1_000; // as after a pause of the process: no timer has fired yet
    driver.send();
    assertThat(driver.posted).hasSize(1);
  }

  @Test
  void rate_followsTheShare_andMovingItYieldsNoTokens() {
    FakeDriver driver = limited(10, null);
    driver.limits.share(NOTHING, driver.now);
    driver.send(100);
    driver.pass(Duration.ofMinutes(1));
    assertThat(driver.posted).isEmpty();
    for (int i = 0; i < 20; i++) {
      driver.limits.share(lasting(0, 500), driver.now);
      driver.pass(Duration.ofMillis(400));
      driver.limits.share(NOTHING, driver.now);
      driver.pass(Duration.ofMillis(400));
    }
    assertThat(driver.posted).as("nothing: what a moved share had begun to earn is lost").isEmpty();
    driver.limits.share(lasting(0, 500), driver.now);
    driver.pass(Duration.ofSeconds(10));
    assertThat(driver.posted).hasSize(5);
  }

  @Test
  void changedRate_fillsNoBucketOfAShare() {
    FakeDriver driver = limited(10, null);
    driver.limits.share(lasting(0, 1_000), driver.now);
    driver.send(100);
    driver.posted.clear();
    driver.machine.apply(new DeliverySettings(List.of("http://a"), 20, null, false), driver.now);
    assertThat(driver.posted).isEmpty();
    driver.pass(Duration.ofSeconds(1));
    assertThat(driver.posted).hasSize(1);
  }

  @Test
  void demand_isWhatCouldStart() {
    FakeDriver driver = limited(100, 5);
    assertThat(driver.limits.demand(driver.now)).isEqualTo(new LimitDemand(0, 0, 0, false));
    driver.send(3);
    assertThat(driver.limits.demand(driver.now)).isEqualTo(new LimitDemand(3, 3, 3, false));
    driver.send(3);
    assertThat(driver.limits.demand(driver.now)).isEqualTo(new LimitDemand(5, 5, 2, true));
    driver.limits.stop();
    assertThat(driver.limits.demand(driver.now)).isEqualTo(new LimitDemand(5, 5, 0, false));
  }

  @Test
  void demandOfAFailingDestination_isOneProbe() {
    FakeDriver driver = limited(null, 5);
    driver.send(50);
    while (!driver.limits.isHeld()) {
      driver.answerNext(DOWN);
    }
    while (!driver.posted.isEmpty()) {
      driver.answerNext(DOWN);
    }
    assertThat(driver.limits.demand(driver.now)).isEqualTo(new LimitDemand(0, 1, 0, true));
  }

  @Test
  void wrongSteps_areRefused() {
    assertThatThrownBy(() -> new LimitShare(List.of(new LimitShare.Step(5, 1, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new LimitShare(
                    List.of(
                        new LimitShare.Step(Long.MAX_VALUE, 1, 1), new LimitShare.Step(5, 1, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LimitShare.Step(5, -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
