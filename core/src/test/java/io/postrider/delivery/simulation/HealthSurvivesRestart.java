package io.postrider.delivery.simulation;

import io.postrider.delivery.UrlState;
import java.time.Instant;
import java.util.Objects;

/**
 * After a restart each URL has the health that was saved last: its breaker, its last failure and
 * whether it is failing. The next probe comes within the bounds of the rules.
 */
final class HealthSurvivesRestart implements Invariant {

  private final SimulatedWorld world;

  HealthSurvivesRestart(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void started(MachineDriver driver, long nowMillis) {
    SimulatedStore.Health saved = world.store().health(driver.destination());
    if (saved == null) {
      return;
    }
    for (UrlState url : driver.process().limits(driver.destination()).urls()) {
      for (UrlState before : saved.urls()) {
        if (before.url().equals(url.url())) {
          compare(driver, before, url);
        }
      }
    }
  }

  private void compare(MachineDriver driver, UrlState before, UrlState after) {
    if (before.breakerOpen() != after.breakerOpen()
        || before.failing() != after.failing()
        || !Objects.equals(before.lastFailure(), after.lastFailure())) {
      throw violated("%s was saved as %s and restarts as %s", driver, before, after);
    }
    Instant probe = after.nextProbe();
    long mostMillis =
        world.wallMillis()
            + Math.max(world.times().probeMillis(), ContractTimes.MAX_RETRY_AFTER_MILLIS);
    if (probe != null && probe.toEpochMilli() > mostMillis) {
      throw violated("%s: %s is probed at %s", driver, after.url(), probe);
    }
  }
}
