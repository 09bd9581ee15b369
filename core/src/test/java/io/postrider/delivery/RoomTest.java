package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Delivery while there is no memory for further requests, and with few open deliveries allowed. */
final class RoomTest {

  private final FakeDriver driver = FakeDriver.usual();

  @Test
  void withoutRoom_oneRequestAtATimeStaysInFlight_andAllAreDelivered() {
    driver.roomy = false;
    driver.send(5);
    for (int i = 0; i < 5; i++) {
      assertThat(driver.posted).hasSize(1);
      assertThat(driver.limits.nextWakeUp()).isEqualTo(Long.MAX_VALUE);
      assertThat(driver.answerNext(FakeDriver.OK).round().offset()).isEqualTo(i);
    }
    assertThat(driver.done).hasSize(5);
  }

  @Test
  void withRoom_thoseThatWaitedStartTogether() {
    driver.roomy = false;
    driver.send(5);
    driver.roomy = true;
    driver.answerNext(FakeDriver.OK);
    assertThat(driver.posted).hasSize(4);
  }

  @Test
  void withoutRoom_retriesWaitToo() {
    driver.send(3);
    driver.answerNext(FakeDriver.DOWN);
    driver.answerNext(FakeDriver.DOWN);
    driver.roomy = false;
    driver.now += 3_600_000;
    driver.machine.tick(driver.now);
    assertThat(driver.reads).isEmpty();
    assertThat(driver.limits.nextWakeUp()).isGreaterThan(driver.now);
    driver.answerNext(FakeDriver.OK);
    assertThat(driver.reads).hasSize(1);
    driver.answerReads();
    driver.answerNext(FakeDriver.OK);
    assertThat(driver.reads).hasSize(1);
    driver.answerReads();
    driver.answerNext(FakeDriver.OK);
    assertThat(driver.done).hasSize(3);
  }

  @Test
  void openDeliveries_areBoundedByALowerLimit_neverByAHigherOne() {
    driver.limits.maxOpen(2);
    driver.send(5);
    assertThat(driver.machine.open()).isEqualTo(2);
    driver.limits.maxOpen(Integer.MAX_VALUE);
    assertThat(driver.limits.maxOpen()).isEqualTo(driver.rules.maxOpen());
    driver.answerNext(FakeDriver.OK);
    assertThat(driver.machine.open()).isEqualTo(4);
  }
}
