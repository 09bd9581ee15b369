package io.postrider.delivery.simulation;

import io.postrider.delivery.Outcome;

/**
 * A message that every URL refused fails at once. {@link GivesUpOnlyAfterWindow} checks that it
 * does not fail before its window ends otherwise.
 */
final class FailsForGoodOnlyWhenEveryUrlRefused implements Invariant {

  @Override
  public void ended(
      MachineDriver driver, ModelDelivery delivery, String url, Outcome outcome, long nowMillis) {
    check(driver, delivery);
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    DeliveryHistory history = sending.history();
    if (history.rounds() > 0 && history.refusedBy(sending.driver().destination().receivers())) {
      throw violated(
          "%s: %s is sent though every URL refused it", sending.driver(), sending.delivery());
    }
  }

  private void check(MachineDriver driver, ModelDelivery delivery) {
    DeliveryHistory history = delivery.live;
    if (history != null
        && !delivery.isSettled()
        && history.refusedBy(driver.destination().receivers())
        && !history.isRunning()) {
      throw violated("%s: %s is open though every URL refused it", driver, delivery);
    }
  }
}
