package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Failure;
import io.postrider.delivery.Fate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Every message that is for a destination ends: delivered, or otherwise with a cause. */
final class NoAcceptedMessageLost implements Invariant {

  private final World world;

  NoAcceptedMessageLost(World world) {
    this.world = world;
  }

  @Override
  public void done(
      Lane lane,
      Delivery delivery,
      Fate fate,
      @Nullable Failure failure,
      boolean replay,
      long nowMillis) {
    Ledger ledger = lane.ledger();
    Message message = delivery.message;
    boolean caused =
        switch (fate) {
          case DELIVERED -> delivery.taken;
          case FAILED -> true; // others look whether it was time to give up
          case EXPIRED ->
              message.offset() < (replay ? ledger.log().first() : ledger.log().forcedFirst());
          case CANCELLED -> message.offset() < lane.site().cancelledTo(ledger.partition());
          case SUPERSEDED -> ledger.isSuperseded(message);
          case FILTERED -> message.blockable() && lane.site().isBlocking();
        };
    if (!caused) {
      throw violated("%s: %s was said to be %s without cause", lane, delivery, fate);
    }
  }

  @Override
  public void stepped(Lane lane, long nowMillis) {
    // what is settled by the machine's own account must have ended: cheap for the oldest
    Delivery oldest = lane.ledger().oldestUnsettled();
    if (oldest != null && oldest.message.offset() < lane.machine().neededFrom()) {
      throw violated("%s: %s is forgotten", lane, oldest);
    }
  }

  @Override
  public void finished(long nowMillis) {
    for (Site site : world.sites()) {
      for (Lane lane : Objects.requireNonNull(world.process()).lanes(site)) {
        Delivery left = lane.ledger().oldestUnsettled();
        DeliveryMachine machine = lane.machine();
        if (left != null) {
          throw violated(
              "%s: %s never ended: %s, %d open, %d queued, reads at %d of %d",
              lane,
              left,
              machine.whereabouts(left.message.offset()),
              machine.open(),
              machine.queued(),
              machine.readTo(),
              lane.ledger().log().end());
        }
        if (!machine.isLevel()
            || machine.open() != 0
            || machine.queued() != 0
            || machine.replay() != null) {
          throw violated(
              "%s does not come to rest: level %s, %d open, %d queued, replay %s",
              lane, machine.isLevel(), machine.open(), machine.queued(), machine.replay());
        }
      }
    }
  }
}
