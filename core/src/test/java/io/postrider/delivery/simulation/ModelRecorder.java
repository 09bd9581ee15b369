package io.postrider.delivery.simulation;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Records the actions of machines in the model and notifies every invariant. */
final class ModelRecorder {

  private final SimulatedWorld world;
  private long stamp;

  ModelRecorder(SimulatedWorld world) {
    this.world = world;
  }

  /** A counter of recorded actions. */
  long stamp() {
    return stamp;
  }

  /** A round begins. */
  ModelDelivery round(MachineDriver driver, Round round) {
    stamp++;
    long now = world.now();
    PartitionModel model = driver.model();
    ModelDelivery delivery = find(model, round.offset(), round.replay());
    if (round.record().messageHashHigh() != delivery.message.number()) {
      throw new InvariantViolation(
          "SendsTheMessageItself",
          driver + " posts other bytes than those of message " + delivery.message);
    }
    DeliveryHistory history = round.replay() ? delivery.replay : delivery.live;
    if (history == null) {
      history = new DeliveryHistory(now, stamp, driver.destination());
      if (round.replay()) {
        delivery.replay = history;
      } else {
        delivery.live = history;
      }
    }
    for (Attempt attempt : round.attempts()) {
      Invariant.Sending sending =
          new Invariant.Sending(
              driver, delivery, history, round.replay(), round.number(), attempt.url());
      for (Invariant invariant : world.invariants()) {
        invariant.sending(sending, now);
      }
      DeliveryHistory.AtUrl at = history.at(attempt.url());
      at.running++;
      at.stamp = stamp;
      if (world.isTraced()) {
        world.trace(
            "%s: round %d of %d to %s%s",
            driver,
            round.number(),
            round.offset(),
            attempt.url(),
            round.replay() ? ", replay" : "");
      }
    }
    history.roundBegan(stamp);
    if (delivery.message.isDelete() && !round.replay() && history.rounds() == 1) {
      model.deleteDispatched(delivery.message, stamp);
    }
    for (Invariant invariant : world.invariants()) {
      invariant.round(driver, delivery, round.replay(), now);
    }
    return delivery;
  }

  private static ModelDelivery find(PartitionModel model, long offset, boolean replay) {
    ModelDelivery delivery = replay ? model.replayed(offset) : model.find(offset);
    if (delivery == null) {
      throw new InvariantViolation("SendsOnlyWhatIsMeant", model + " got message " + offset);
    }
    return delivery;
  }

  /** An attempt ended; the machine is not notified yet. */
  ModelDelivery ending(MachineDriver driver, Attempt attempt, Outcome outcome, boolean replay) {
    stamp++;
    ModelDelivery delivery = Objects.requireNonNull(driver.model().find(attempt.offset()));
    if (world.isTraced()) {
      world.trace("%s: %d at %s: %s", driver, attempt.offset(), attempt.url(), outcome);
    }
    delivery.taken |= outcome instanceof Outcome.Delivered;
    for (Invariant invariant : world.invariants()) {
      invariant.ending(driver, attempt.url(), outcome, world.now());
    }
    DeliveryHistory history = replay ? delivery.replay : delivery.live;
    if (history == null) {
      return delivery;
    }
    for (DeliveryHistory.AtUrl at : history.urls) {
      if (at.url.equals(attempt.url()) && at.running > 0) {
        at.running--;
        at.stamp = stamp;
        if (outcome instanceof Outcome.Refused) {
          at.refused = true;
        } else if (outcome instanceof Outcome.Failure failure) {
          at.failedAt = world.now();
          long asked = world.times().asked(failure);
          at.askedUntil = world.now() + asked;
          // the requested delay applies
          at.backedOffUntil =
              asked > 0 ? Long.MIN_VALUE : world.now() + world.times().leastDelay(history.rounds());
        }
      }
    }
    return delivery;
  }

  void ended(MachineDriver driver, ModelDelivery delivery, Attempt attempt, Outcome outcome) {
    for (Invariant invariant : world.invariants()) {
      invariant.ended(driver, delivery, attempt.url(), outcome, world.now());
    }
  }

  void done(
      MachineDriver driver,
      long offset,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay) {
    stamp++;
    ModelDelivery delivery = find(driver.model(), offset, replay);
    if (world.isTraced()) {
      world.trace("%s: %d is %s (%s)%s", driver, offset, status, failure, replay ? ", replay" : "");
    }
    for (Invariant invariant : world.invariants()) {
      invariant.done(driver, delivery, status, failure, replay, world.now());
    }
    if (!replay) {
      delivery.end(status, stamp);
      return;
    }
    delivery.endReplay(stamp);
    switch (status) {
      case DELIVERED -> delivery.end(status, stamp);
      case FAILED, EXPIRED -> {
        if (delivery.status() == FinalStatus.DELIVERED) {
          throw new InvariantViolation("StaysDelivered", driver + ": " + delivery + " " + status);
        }
        delivery.end(status, stamp);
      }
      case CANCELLED, SUPERSEDED, FILTERED -> {} // it stays what it was
    }
  }

  /** Whether a message was delivered, before a replay of it that does not succeed. */
  boolean isDelivered(PartitionModel model, long offset) {
    return find(model, offset, true).status() == FinalStatus.DELIVERED;
  }

  /** A replay did not succeed, and its message stays delivered. */
  void stayedDelivered(MachineDriver driver, long offset) {
    stamp++;
    world.trace("%s: %d stays delivered", driver, offset);
    find(driver.model(), offset, true).endReplay(stamp);
  }

  /** A range of the log is lost. */
  void lost(MachineDriver driver, long fromOffset, long toOffset) {
    world.trace("%s: lost %d to %d", driver, fromOffset, toOffset);
    driver
        .model()
        .unsettledBetween(
            fromOffset,
            toOffset,
            delivery -> done(driver, delivery.message.offset(), FinalStatus.EXPIRED, null, false));
  }

  /** A range of the log is cancelled before it was read. */
  void cancelled(MachineDriver driver, long fromOffset, long toOffset) {
    world.trace("%s: cancelled %d to %d", driver, fromOffset, toOffset);
    driver
        .model()
        .unsettledBetween(
            fromOffset,
            toOffset,
            delivery ->
                done(driver, delivery.message.offset(), FinalStatus.CANCELLED, null, false));
  }

  /** The end of a message that was cancelled unread is told. */
  void told() {
    stamp++;
  }

  void replayEnded(MachineDriver driver, ReplayProgress progress) {
    stamp++;
    world.trace("%s: replay ended: %s", driver, progress);
  }
}
