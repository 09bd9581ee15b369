package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After {@code stop}, no round starts. */
class StoppingTest {

  private static final DeliverySettings ONE_A_SECOND =
      new DeliverySettings(List.of("http://a"), 1, null, false);
  private static final Duration BEYOND = DeliveryRules.DEFAULT.retryWindow().plusHours(1);

  private final FakeDriver driver = new FakeDriver(DeliveryRules.DEFAULT, ONE_A_SECOND);

  @Test
  void unsentMessages_areUnchanged() {
    driver.send(5);
    driver.limits.stop();
    assertThat(driver.limits.nextWakeUp()).isEqualTo(Long.MAX_VALUE);
    driver.now += 10_000;
    driver.machine.tick(driver.now);
    driver.send();
    driver.answerNext(OK);
    assertThat(driver.posted).isEmpty();
    assertThat(driver.machine.readTo()).isEqualTo(1);
    assertThat(driver.machine.status(2)).isEqualTo(new DeliveryStatus.Waiting());

    CursorChange change = driver.machine.changes().orElseThrow();
    driver.now += BEYOND.toMillis();
    driver.restart(change, ONE_A_SECOND);
    driver.answerAll(OK, Duration.ofMinutes(1));
    assertThat(driver.statuses()).hasSize(6).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void retryWhoseRecordIsBeingRead_isNotSent() {
    driver.send();
    driver.answerNext(DOWN);
    driver.now += 60_000;
    driver.machine.tick(driver.now);
    assertThat(driver.reads).containsExactly(0L);
    driver.limits.stop();
    driver.answerReads();
    assertThat(driver.posted).isEmpty();
    CursorChange change = driver.machine.changes().orElseThrow();
    driver.restart(change, ONE_A_SECOND);
    assertThat(driver.next().round().number()).isEqualTo(2);
  }

  @Test
  void failureWhileStopping_isNotRetried() {
    driver.send();
    driver.limits.stop();
    driver.answerNext(DOWN);
    driver.now += 60_000;
    driver.machine.tick(driver.now);
    assertThat(driver.reads).isEmpty();
    assertThat(driver.machine.open()).isEqualTo(1);
  }
}
