package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.FinalStatus;
import java.util.Objects;

/**
 * Failed, expired, cancelled and superseded messages are listed as such until a replay delivers
 * them; delivered messages are not listed.
 */
final class FailuresStayListed implements Invariant {

  private final SimulatedWorld world;

  FailuresStayListed(SimulatedWorld world) {
    this.world = world;
  }

  @Override
  public void finished(long nowMillis) {
    for (SimulatedDestination destination : world.destinations()) {
      for (MachineDriver driver : Objects.requireNonNull(world.process()).drivers(destination)) {
        driver.model().each(delivery -> check(driver, delivery));
      }
    }
  }

  private void check(MachineDriver driver, ModelDelivery delivery) {
    FinalStatus status = delivery.status();
    DeliveryMachine machine = driver.machine();
    long offset = delivery.message.offset();
    // failure chunks are deleted with the log
    if (status == null || offset >>> 16 < driver.model().log().first() >>> 16) {
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
      throw violated("%s: %s is listed as %s", driver, delivery, told);
    }
  }
}
