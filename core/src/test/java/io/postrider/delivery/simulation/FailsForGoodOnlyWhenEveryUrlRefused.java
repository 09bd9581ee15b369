package io.postrider.delivery.simulation;

import io.postrider.delivery.Outcome;

/**
 * A message that every URL refused fails there and then. That it fails before its window is over
 * only then is told by {@link GivesUpOnlyAfterWindow}.
 */
final class FailsForGoodOnlyWhenEveryUrlRefused implements Invariant {

  @Override
  public void ended(Lane lane, Delivery delivery, String url, Outcome outcome, long nowMillis) {
    check(lane, delivery);
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    Course course = sending.course();
    if (course.rounds() > 0 && course.refusedBy(sending.lane().site().receivers())) {
      throw violated(
          "%s: %s is sent though every URL refused it", sending.lane(), sending.delivery());
    }
  }

  private void check(Lane lane, Delivery delivery) {
    Course course = delivery.live;
    if (course != null
        && !delivery.isSettled()
        && course.refusedBy(lane.site().receivers())
        && !course.isRunning()) {
      throw violated("%s: %s is open though every URL refused it", lane, delivery);
    }
  }
}
