package io.postrider.delivery.simulation;

/** No machine keeps more in memory, or has more open, than the rules allow. */
final class QueueWithinBounds implements Invariant {

  private final SimulatedWorld world;

  QueueWithinBounds(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void stepped(MachineDriver lane, long nowMillis) {
    if (lane.machine().queued() > world.rules().queueMessages()) {
      throw violated("%s has %d messages in memory", lane, lane.machine().queued());
    }
    if (lane.machine().open() > world.rules().maxOpen()) {
      throw violated("%s has %d deliveries open", lane, lane.machine().open());
    }
  }
}
