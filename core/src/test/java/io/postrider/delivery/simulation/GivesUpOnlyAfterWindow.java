package io.postrider.delivery.simulation;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import org.jspecify.annotations.Nullable;

/**
 * A message that not every URL refused is given up only at the end of its window. Waiting behind a
 * slow destination, or while it is paused, does not count.
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
      MachineDriver driver,
      ModelDelivery delivery,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay,
      long nowMillis) {
    DeliveryHistory history = replay ? delivery.replay : delivery.live;
    SimulatedDestination destination = driver.destination();
    if (status != FinalStatus.FAILED
        || (history != null && history.refusedBy(destination.receivers()))) {
      return;
    }
    if (history != null
        && nowMillis
            >= end(
                destination, history.firstRoundAtMillis, history.pausedWhileUpBefore, nowMillis)) {
      return;
    }
    // replayed messages have no window before their first round
    OutageHistory.Outage held = replay ? null : failing.first(destination, delivery.message);
    if (held != null) {
      long accepted = delivery.message.acceptedAtMillis();
      boolean known = world.wallClock().startAfterStep(accepted) < accepted;
      long start = known ? Math.max(held.since, accepted) : held.since;
      long before = Math.max(held.pausedWhileUpBefore, delivery.pausedWhileUpBefore);
      if (nowMillis >= end(destination, start, before, nowMillis)) {
        return;
      }
    }
    throw violated("%s: %s is given up too early", driver, delivery);
  }

  private long end(
      SimulatedDestination destination, long start, long pausedBefore, long nowMillis) {
    return start
        + world.times().windowMillis()
        + destination.pausedWhileUpMillis(nowMillis)
        - pausedBefore
        - world.wallClock().unsavedForward(start);
  }
}
