package io.postrider.delivery.simulation;

import org.jspecify.annotations.Nullable;

/**
 * A message is given up after its window, also if it was held and never attempted: holds count
 * toward the window.
 */
final class GivesUpInTime implements Invariant {

  private static final long GRACE_MILLIS = 120_000;

  private final SimulatedWorld world;
  private final OutageHistory failing;

  GivesUpInTime(SimulatedWorld world, OutageHistory failing) {
    this.world = world;
    this.failing = failing;
  }

  @Override
  public void looked(long nowMillis) {
    if (world.process() == null || nowMillis < world.disturbedAt() + GRACE_MILLIS) {
      return;
    }
    for (SimulatedDestination destination : world.destinations()) {
      if (!destination.isPaused()) {
        for (PartitionModel model : world.models(destination)) {
          ModelDelivery oldest = model.oldestUnsettled();
          if (oldest != null && nowMillis > end(destination, oldest, nowMillis) + GRACE_MILLIS) {
            throw violated("%s: %s is not given up in time", model, oldest);
          }
        }
      }
    }
  }

  private long end(SimulatedDestination destination, ModelDelivery delivery, long nowMillis) {
    DeliveryHistory history = delivery.live;
    SimulatedMessage message = delivery.message;
    OutageHistory.@Nullable Outage held = failing.sure(destination, message);
    SimulatedWallClock wall = world.wallClock();
    long start;
    long before;
    long unsure;
    if (history != null) {
      start = history.firstRoundAtMillis;
      before = history.pausedBefore;
      unsure = wall.unsavedBack(start);
    } else if (held != null && held.until == Long.MAX_VALUE) {
      start = Math.max(held.since, message.acceptedAtMillis());
      before = Math.max(held.pausedBefore, delivery.pausedBefore);
      unsure = wall.startAfterStep(message.acceptedAtMillis());
      start += wall.back(message.acceptedAtMillis());
    } else {
      return Long.MAX_VALUE - GRACE_MILLIS;
    }
    long window = world.times().windowMillis() + destination.pausedMillis(nowMillis);
    return Math.max(start - before, unsure) + window;
  }
}
