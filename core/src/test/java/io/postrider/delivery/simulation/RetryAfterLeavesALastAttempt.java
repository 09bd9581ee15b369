package io.postrider.delivery.simulation;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import org.jspecify.annotations.Nullable;

/**
 * A receiver that requests a delay beyond the end of a message's window gets an attempt shortly
 * before that end.
 */
final class RetryAfterLeavesALastAttempt implements Invariant {

  private static final long SLACK_MILLIS = 30_000;

  private final SimulatedWorld world;
  private final UrlHistory urls;

  RetryAfterLeavesALastAttempt(SimulatedWorld world, UrlHistory urls) {
    this.world = world;
    this.urls = urls;
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
    if (status != FinalStatus.FAILED || history == null) {
      return;
    }
    long earliest = nowMillis - world.times().probeMillis() * 105 / 100 - SLACK_MILLIS;
    if (world.disturbedAt() >= earliest
        || driver.destination().changedAt() >= earliest
        || driver.destination().maxRate() != null) {
      return;
    }
    for (SimulatedReceiver receiver : driver.destination().receivers()) {
      DeliveryHistory.AtUrl at = history.at(receiver.url());
      boolean asked = !at.refused && at.askedUntil > nowMillis && at.failedAt < earliest;
      if (asked && urls.of(receiver.url()).lastBegan < earliest) {
        throw violated(
            "%s: %s is given up, and %s got no attempt since %d s",
            driver,
            delivery,
            receiver.url(),
            (nowMillis - urls.of(receiver.url()).lastBegan) / 1000);
      }
    }
  }
}
