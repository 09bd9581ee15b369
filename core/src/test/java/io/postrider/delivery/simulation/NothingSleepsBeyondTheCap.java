package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.UrlState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Nothing is due later than the longest delay or Retry-After from now, by the wall clock, whatever
 * that clock did.
 */
final class NothingSleepsBeyondTheCap implements Invariant {

  /** The process notices a smaller step of the clock as a step later. */
  private static final long SLACK_MILLIS = 1_000;

  private final SimulatedWorld world;

  NothingSleepsBeyondTheCap(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void looked(long nowMillis) {
    SimulatedProcess process = world.process();
    if (process == null) {
      return;
    }
    long retry = Math.max(world.times().maxMillis(), ContractTimes.MAX_RETRY_AFTER_MILLIS);
    long probe = Math.max(world.times().probeMillis(), ContractTimes.MAX_RETRY_AFTER_MILLIS);
    for (SimulatedDestination destination : world.destinations()) {
      for (UrlState url : process.limits(destination).urls()) {
        check(url.nextProbe(), probe, url.url());
      }
      for (MachineDriver driver : process.drivers(destination)) {
        driver
            .model()
            .unsettled(
                delivery -> {
                  DeliveryStatus told = driver.machine().status(delivery.message.offset());
                  if (told instanceof DeliveryStatus.Open open) {
                    check(open.nextDue(), retry, delivery);
                  }
                });
      }
    }
  }

  private void check(@Nullable Instant due, long most, Object what) {
    if (due != null && due.toEpochMilli() > world.wallMillis() + most + SLACK_MILLIS) {
      throw violated("%s sleeps for %d s", what, (due.toEpochMilli() - world.wallMillis()) / 1000);
    }
  }
}
