package io.postrider.delivery.simulation;

/**
 * A destination with waiting messages gets an attempt at least every maximum delay, and so does
 * each of its URLs when a message is first sent, however long it has been failing.
 */
final class ProbesAtLeastEveryMaxDelay implements Invariant {

  private static final long SLACK_MILLIS = 30_000;

  private final SimulatedWorld world;
  private final UrlHistory urls;

  ProbesAtLeastEveryMaxDelay(SimulatedWorld world, UrlHistory urls) {
    this.world = world;
    this.urls = urls;
  }

  @Override
  public void looked(long nowMillis) {
    if (world.process() == null) {
      return;
    }
    for (SimulatedDestination destination : world.destinations()) {
      for (PartitionModel model : world.models(destination)) {
        ModelDelivery oldest = model.oldestUnsettled();
        if (oldest != null
            && !destination.isPaused()
            && isOverdue(oldest.message.acceptedAtMillis(), nowMillis)
            && isForgotten(destination, nowMillis)) {
          throw violated("%s: %s waits without any attempt", model, oldest);
        }
      }
    }
  }

  private boolean isForgotten(SimulatedDestination destination, long nowMillis) {
    for (SimulatedReceiver receiver : destination.receivers()) {
      if (!isForgotten(destination, receiver, nowMillis)) {
        return false;
      }
    }
    return true;
  }

  private boolean isForgotten(
      SimulatedDestination destination, SimulatedReceiver receiver, long nowMillis) {
    UrlHistory.Past past = urls.of(receiver.url());
    return isOverdue(past.lastBegan, nowMillis)
        && isOverdue(past.lastEnded, nowMillis)
        && isOverdue(past.askedUntil, nowMillis)
        && isOverdue(world.disturbedAt(), nowMillis)
        && isOverdue(destination.changedAt(), nowMillis);
  }

  private boolean isOverdue(long since, long nowMillis) {
    return since == Long.MIN_VALUE
        || nowMillis - since > world.times().maxMillis() * 105 / 100 + SLACK_MILLIS;
  }

  @Override
  public void round(MachineDriver driver, ModelDelivery delivery, boolean replay, long nowMillis) {
    DeliveryHistory history = delivery.live;
    if (replay || history == null || history.rounds() != 1) {
      return;
    }
    for (SimulatedReceiver receiver : driver.destination().receivers()) {
      if (history.at(receiver.url()).running == 0
          && isForgotten(driver.destination(), receiver, nowMillis)) {
        throw violated("%s: %s is never included in a round", driver, receiver.url());
      }
    }
  }
}
