package io.postrider.delivery.simulation;

import io.postrider.delivery.Outcome;

/**
 * A message that every URL refused fails there and then. That it fails before its window is over
 * only then is told by {@link GivesUpOnlyAfterWindow}.
 */
final class FailsForGoodOnlyWhenEveryUrlRefused implements Invariant {

  @Override
  public void ended(
      MachineDriver lane, ModelDelivery delivery, String url, Outcome outcome, long nowMillis) {
    check(lane, delivery);
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    DeliveryHistory course = sending.course();
    if (course.rounds() > 0 && course.refusedBy(sending.lane().site().receivers())) {
      throw violated(
          "%s: %s is sent though every URL refused it", sending.lane(), sending.delivery());
    }
  }

  private void check(MachineDriver lane, ModelDelivery delivery) {
    DeliveryHistory course = delivery.live;
    if (course != null
        && !delivery.isSettled()
        && course.refusedBy(lane.site().receivers())
        && !course.isRunning()) {
      throw violated("%s: %s is open though every URL refused it", lane, delivery);
    }
  }
}
