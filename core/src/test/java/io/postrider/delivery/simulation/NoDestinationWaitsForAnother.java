package io.postrider.delivery.simulation;

import java.util.List;

/** A healthy destination gets its messages soon, whatever the others do. */
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
      for (PartitionModel model :
          destination.isSteady() ? world.models(destination) : List.<PartitionModel>of()) {
        ModelDelivery oldest = model.oldestUnsettled();
        if (oldest != null
            && nowMillis - Math.max(world.disturbedAt(), oldest.message.acceptedAtMillis())
                > SOON_MILLIS) {
          throw violated("%s: %s waits at a healthy destination", model, oldest);
        }
      }
    }
  }
}
