package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.OK;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A change whose save was not confirmed may or may not be saved. */
class UnconfirmedFlushTest {

  private final FakeDriver driver = FakeDriver.usual();

  private CursorChange changes() {
    return driver.machine.changes().orElseThrow();
  }

  @Test
  void unconfirmedChange_isFollowedByAReplacement() {
    driver.machine.flushed(changes());
    driver.send();
    assertThat(changes().cursor()).isNotNull(); // written perhaps, and not confirmed
    driver.answerNext(OK);
    CursorChange quiet = changes();
    assertThat(quiet.cursor()).isNull();
    driver.machine.flushed(quiet);
    assertThat(driver.machine.changes()).isEmpty();
  }

  @Test
  void confirmationOfAnEarlierChange_doesNotConfirmALaterOne() {
    CursorChange first = changes();
    driver.send();
    CursorChange open = changes();
    driver.answerNext(OK);
    driver.machine.flushed(first);
    assertThat(open.cursor()).isNotNull();
    assertThat(changes().cursor()).isNull();
  }
}
