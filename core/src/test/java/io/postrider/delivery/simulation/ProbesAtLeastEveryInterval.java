package io.postrider.delivery.simulation;

import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.UrlState;

/**
 * A destination with waiting messages gets an attempt at least every maximum delay, and every probe
 * interval while it is failing. So does each of its URLs when a message is first sent, however long
 * it has been failing.
 */
final class ProbesAtLeastEveryInterval implements Invariant {

  private static final long SLACK_MILLIS = 30_000;

  private final SimulatedWorld world;
  private final UrlHistory urls;

  ProbesAtLeastEveryInterval(SimulatedWorld world, UrlHistory urls) {
    this.world = world;
    this.urls = urls;
  }

  @Override
  public void looked(long nowMillis) {
    SimulatedProcess process = world.process();
    if (process == null) {
      return;
    }
    for (SimulatedDestination destination : world.destinations()) {
      long most = longestGap(process.limits(destination));
      for (PartitionModel model : world.models(destination)) {
        ModelDelivery oldest = model.oldestUnsettled();
        if (oldest != null
            && !destination.isPaused()
            && isOverdue(oldest.message.acceptedAtMillis(), most, nowMillis)
            && isForgotten(destination, most, nowMillis)) {
          throw violated("%s: %s waits without any attempt", model, oldest);
        }
      }
    }
  }

  private long longestGap(DestinationLimits limits) {
    long probe = world.times().probeMillis();
    if (limits.isHeld()) {
      return probe;
    }
    boolean anyOpen = limits.urls().stream().anyMatch(UrlState::breakerOpen);
    long retry = world.times().maxMillis();
    return anyOpen ? Math.max(probe, retry) : retry;
  }

  private boolean isForgotten(SimulatedDestination destination, long most, long nowMillis) {
    for (SimulatedReceiver receiver : destination.receivers()) {
      if (!isForgotten(destination, receiver, most, nowMillis)) {
        return false;
      }
    }
    return true;
  }

  private boolean isForgotten(
      SimulatedDestination destination, SimulatedReceiver receiver, long most, long nowMillis) {
    UrlHistory.Past past = urls.of(receiver.url());
    return isOverdue(past.lastBegan, most, nowMillis)
        && isOverdue(past.lastEnded, most, nowMillis)
        && isOverdue(past.askedUntil, most, nowMillis)
        && isOverdue(world.disturbedAt(), most, nowMillis)
        && isOverdue(destination.changedAt(), most, nowMillis);
  }

  private static boolean isOverdue(long since, long most, long nowMillis) {
    return since == Long.MIN_VALUE || nowMillis - since > most * 105 / 100 + SLACK_MILLIS;
  }

  @Override
  public void round(MachineDriver driver, ModelDelivery delivery, boolean replay, long nowMillis) {
    DeliveryHistory history = delivery.live;
    if (replay || history == null || history.rounds() != 1) {
      return;
    }
    for (SimulatedReceiver receiver : driver.destination().receivers()) {
      boolean failing = UrlHistory.isFailing(driver, receiver.url());
      long most = failing ? world.times().probeMillis() : world.times().maxMillis();
      if (history.at(receiver.url()).running == 0
          && isForgotten(driver.destination(), receiver, most, nowMillis)) {
        throw violated("%s: %s is never included in a round", driver, receiver.url());
      }
    }
  }
}
