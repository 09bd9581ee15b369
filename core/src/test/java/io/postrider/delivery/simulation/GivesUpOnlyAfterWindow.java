package io.postrider.delivery.simulation;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import org.jspecify.annotations.Nullable;

/**
 * A message that not every URL refused is given up at the end of its window and not before. Waiting
 * behind a slow destination, or while it is paused, does not count.
 */
final class GivesUpOnlyAfterWindow implements Invariant {

  private final SimulatedWorld world;
  private final OutageHistory failing;

  GivesUpOnlyAfterWindow(SimulatedWorld world, OutageHistory failing) {
    this.world = world;
    this.failing = failing;
  }

  @Override
  public void done(
      MachineDriver lane,
      ModelDelivery delivery,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay,
      long nowMillis) {
    DeliveryHistory course = replay ? delivery.replay : delivery.live;
    SimulatedDestination site = lane.site();
    if (status != FinalStatus.FAILED || (course != null && course.refusedBy(site.receivers()))) {
      return;
    }
    if (course != null
        && nowMillis
            >= end(site, course.firstRoundAtMillis, course.pausedWhileUpBefore, nowMillis)) {
      return;
    }
    // what a replay takes waits without a window until its first round
    OutageHistory.Stretch held = replay ? null : failing.first(site, delivery.message);
    if (held != null) {
      long start = Math.max(held.since, delivery.message.acceptedAtMillis());
      long before = Math.max(held.pausedWhileUpBefore, delivery.pausedWhileUpBefore);
      if (nowMillis >= end(site, start, before, nowMillis)) {
        return;
      }
    }
    throw violated("%s: %s is given up too early", lane, delivery);
  }

  private long end(SimulatedDestination site, long start, long pausedBefore, long nowMillis) {
    return start
        + world.times().windowMillis()
        + site.pausedWhileUpMillis(nowMillis)
        - pausedBefore;
  }
}
