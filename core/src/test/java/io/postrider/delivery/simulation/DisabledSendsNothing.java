package io.postrider.delivery.simulation;

/** Messages that were pending when a destination was disabled are sent only by a replay. */
final class DisabledSendsNothing implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    MachineDriver driver = sending.driver();
    if (!sending.replay()
        && sending.delivery().message.offset()
            < driver.destination().cancelledTo(driver.model().partition())) {
      throw violated("%s: %s is sent", driver, sending.delivery());
    }
  }
}
