package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A replay probes a failing destination that has no other traffic. */
class ReplayOfAFailingDestinationTest {

  private final FakeDriver driver = FakeDriver.usual();

  ReplayOfAFailingDestinationTest() {
    driver.send(20);
    driver.answerAll(DOWN, Duration.ofHours(9));
    assertThat(driver.limits.state()).isEqualTo(DestinationState.FAILING);
    assertThat(driver.machine.failed()).isEqualTo(20);
  }

  @Test
  void replay_probesADestinationThatIsFailing() {
    assertThat(driver.machine.startReplay(new Replay(1, 0, 20, true), driver.now)).isTrue();
    driver.answerAll(OK, Duration.ofHours(1));
    assertThat(driver.machine.failed()).isZero();
    assertThat(driver.replaysEnded).hasSize(1);
    assertThat(driver.limits.state()).isEqualTo(DestinationState.HEALTHY);
  }

  @Test
  void replay_takesOneMessageAtATimeWhileTheDestinationFails() {
    assertThat(driver.machine.startReplay(new Replay(1, 0, 20, true), driver.now)).isTrue();
    driver.answerAll(DOWN, Duration.ofHours(1));
    assertThat(driver.machine.open()).isEqualTo(1);
  }
}
