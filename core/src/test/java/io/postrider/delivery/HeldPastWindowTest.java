package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A message that was held for its whole retry window fails without being sent. */
class HeldPastWindowTest {

  private final FakeDriver driver = FakeDriver.usual();

  @Test
  void messageWhoseWindowEndedDuringTheHold_isNotSent() {
    driver.send(20); // enough failures to hold the rest back
    while (driver.limits.state() != DestinationState.FAILING) {
      driver.answerNext(DOWN);
    }
    driver.posted.clear();
    long waiting = 19; // the last of them
    assertThat(driver.machine.status(waiting)).isEqualTo(new DeliveryStatus.Waiting());

    // no tick for a day; then a probe that ran all the time succeeds
    driver.passToNext();
    FakeDriver.Posted probe = driver.next();
    driver.now += Duration.ofDays(1).toMillis();
    driver.answer(probe.only(), OK);

    assertThat(driver.posted).noneMatch(posted -> posted.round().offset() == waiting);
    DeliveryStatus.Failed failed = (DeliveryStatus.Failed) driver.machine.status(waiting);
    assertThat(failed.failure())
        .as("held, with the last error, though the receiver has recovered")
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 500, false, true));
    assertThat(driver.machine.failedAt(waiting)).isEqualTo(Instant.ofEpochMilli(driver.now));
  }
}
