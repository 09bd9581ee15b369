package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Every message for a destination is delivered, or ends otherwise with a valid reason. */
final class NoAcceptedMessageLost implements Invariant {

  private record Claim(PartitionModel model, ModelDelivery delivery) {}

  private final SimulatedWorld world;

  /** A superseded delivery; a delete must be sent when the input is handled. */
  private final List<Claim> superseded = new ArrayList<>();

  NoAcceptedMessageLost(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void done(
      MachineDriver driver,
      ModelDelivery delivery,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay,
      long nowMillis) {
    PartitionModel model = driver.model();
    SimulatedMessage message = delivery.message;
    boolean caused =
        switch (status) {
          case DELIVERED -> delivery.taken;
          case FAILED -> true; // others look whether it was time to give up
          case EXPIRED ->
              message.offset() < (replay ? model.log().first() : model.log().forcedFirst());
          case CANCELLED ->
              replay || message.offset() < driver.destination().cancelledTo(model.partition());
          case SUPERSEDED -> superseded.add(new Claim(model, delivery));
          case FILTERED -> message.blockable() && driver.destination().isBlocking();
        };
    if (!caused) {
      throw violated("%s: %s was said to be %s without cause", driver, delivery, status);
    }
  }

  @Override
  public void stepped(MachineDriver driver, long nowMillis) {
    for (Claim claim : superseded) {
      if (!claim.model.isSuperseded(claim.delivery.message)) {
        throw violated("%s: %s was superseded by nothing", claim.model, claim.delivery);
      }
    }
    superseded.clear();
  }

  @Override
  public void finished(long nowMillis) {
    for (SimulatedDestination destination : world.destinations()) {
      for (MachineDriver driver : Objects.requireNonNull(world.process()).drivers(destination)) {
        ModelDelivery left = driver.model().oldestUnsettled();
        DeliveryMachine machine = driver.machine();
        if (left != null) {
          throw violated(
              "%s: %s never ended: %s, %d open, %d queued, reads at %d of %d",
              driver,
              left,
              machine.status(left.message.offset()),
              machine.open(),
              machine.queued(),
              machine.readTo(),
              driver.model().log().end());
        }
        if (!machine.isCaughtUp()
            || machine.open() != 0
            || machine.queued() != 0
            || machine.replay() != null) {
          throw violated(
              "%s does not come to rest: level %s, %d open, %d queued, replay %s",
              driver, machine.isCaughtUp(), machine.open(), machine.queued(), machine.replay());
        }
      }
    }
  }
}
