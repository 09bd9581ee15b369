package io.postrider.delivery.simulation;

import java.util.HashMap;
import java.util.Map;

/** A URL that is down for long gets probes at growing intervals. */
final class BreakerProbesNotHammers implements Invariant {

  /** How long answers to earlier attempts may still arrive. */
  private static final long ECHO_MILLIS = 6_000;

  private static final class Count {
    long since;
    long attempts;
  }

  private final SimulatedWorld world;
  private final Map<String, Count> counts = new HashMap<>();

  BreakerProbesNotHammers(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    SimulatedReceiver receiver = world.receiver(sending.url());
    SimulatedDestination destination = sending.driver().destination();
    long since =
        Math.max(
            Math.max(receiver.sinceMillis() + ECHO_MILLIS, world.disturbedAt()),
            destination.changedAt());
    if (!receiver.kind().isDown() || nowMillis < since) {
      return;
    }
    Count count = counts.computeIfAbsent(sending.url(), url -> new Count());
    if (count.since != since) {
      count.since = since;
      count.attempts = 0;
    }
    count.attempts++;
    if (count.attempts > most(nowMillis - since)) {
      throw violated(
          "%s got %d attempts in the %d s since it is down",
          sending.url(), count.attempts, (nowMillis - since) / 1000);
    }
  }

  private double most(long millis) {
    double firstProbe = 0.15 * world.times().firstMillis();
    double doublings = Math.log(Math.max(1, millis / firstProbe)) / Math.log(2);
    return 1.25 * world.rules().mostConcurrency()
        + world.rules().breakerFailures()
        + doublings
        + 4
        + millis / (0.6 * world.times().probeMillis());
  }
}
