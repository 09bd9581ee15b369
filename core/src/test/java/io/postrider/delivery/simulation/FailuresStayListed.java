package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.FinalStatus;
import java.util.Objects;

/**
 * What failed, expired, was cancelled or superseded is listed as that, until a replay delivers it;
 * and what was delivered is not.
 */
final class FailuresStayListed implements Invariant {

  private final SimulatedWorld world;

  FailuresStayListed(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void finished(long nowMillis) {
    for (SimulatedDestination site : world.sites()) {
      for (MachineDriver lane : Objects.requireNonNull(world.process()).lanes(site)) {
        lane.ledger().each(delivery -> check(lane, delivery));
      }
    }
  }

  private void check(MachineDriver lane, ModelDelivery delivery) {
    FinalStatus status = delivery.status();
    DeliveryMachine machine = lane.machine();
    long offset = delivery.message.offset();
    // marks of whole chunks go with the log
    if (status == null || offset >>> 16 < lane.ledger().log().first() >>> 16) {
      return;
    }
    DeliveryStatus told = machine.status(offset);
    boolean right =
        switch (status) {
          case FAILED -> told instanceof DeliveryStatus.Failed;
          case EXPIRED -> told instanceof DeliveryStatus.Expired;
          case CANCELLED -> told instanceof DeliveryStatus.Cancelled;
          case DELIVERED -> told instanceof DeliveryStatus.Settled;
          case SUPERSEDED -> told instanceof DeliveryStatus.Superseded;
          case FILTERED ->
              told instanceof DeliveryStatus.Filtered || told instanceof DeliveryStatus.Settled;
        };
    if (!right) {
      throw violated("%s: %s is told as %s", lane, delivery, told);
    }
  }
}
