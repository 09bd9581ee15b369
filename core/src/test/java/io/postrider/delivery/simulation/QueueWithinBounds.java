package io.postrider.delivery.simulation;

/** No machine has more messages in memory or open than the rules allow. */
final class QueueWithinBounds implements Invariant {

  private final SimulatedWorld world;

  QueueWithinBounds(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void stepped(MachineDriver driver, long nowMillis) {
    if (driver.machine().queued() > world.rules().queueMessages()) {
      throw violated("%s has %d messages in memory", driver, driver.machine().queued());
    }
    if (driver.machine().open() > world.rules().maxOpen()) {
      throw violated("%s has %d deliveries open", driver, driver.machine().open());
    }
  }
}
