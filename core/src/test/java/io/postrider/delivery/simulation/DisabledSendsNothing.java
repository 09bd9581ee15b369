package io.postrider.delivery.simulation;

/** What was pending when a destination was disabled is not sent any more, but by a replay. */
final class DisabledSendsNothing implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    MachineDriver driver = sending.driver();
    if (!sending.replay()
        && sending.delivery().message.offset()
            < driver.destination().cancelledTo(driver.ledger().partition())) {
      throw violated("%s: %s is sent", driver, sending.delivery());
    }
  }
}
