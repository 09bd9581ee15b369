package io.postrider.delivery.simulation;

import java.util.List;

/** Whatever the others do, what is for a destination that is well is delivered soon. */
final class NoDestinationWaitsForAnother implements Invariant {

  private static final long SOON_MILLIS = 60_000;

  private final SimulatedWorld world;

  NoDestinationWaitsForAnother(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void looked(long nowMillis) {
    if (world.process() == null) {
      return;
    }
    for (SimulatedDestination destination : world.destinations()) {
      for (PartitionModel ledger :
          destination.isSteady() ? world.ledgers(destination) : List.<PartitionModel>of()) {
        ModelDelivery oldest = ledger.oldestUnsettled();
        if (oldest != null
            && nowMillis - Math.max(world.disturbedAt(), oldest.message.acceptedAtMillis())
                > SOON_MILLIS) {
          throw violated("%s: %s waits though all is well", ledger, oldest);
        }
      }
    }
  }
}
