package io.postrider.ownership.simulation;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.Candidate;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.Effects;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import io.postrider.delivery.SavedCursor;
import io.postrider.delivery.simulation.InvariantViolation;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Delivers a claimed partition to a destination: has the machine and carries out its effects. */
final class ClaimedDelivery implements Effects {

  private final ClusterWorld world;
  private final NodeProcess process;
  private final SimulatedClaim claim;
  private final int destination;
  private final DeliveryMachine machine;

  ClaimedDelivery(SimulatedClaim claim, int destination) {
    this.process = claim.process();
    this.world = process.world();
    this.claim = claim;
    this.destination = destination;
    this.machine = restored(process.limits(destination));
  }

  private DeliveryMachine restored(DestinationLimits limits) {
    CursorTable.Saved saved = claim.saved();
    byte[] cursor = saved.cursors().get(destination);
    return cursor == null
        ? DeliveryMachine.startAt(
            saved.position(),
            saved.failures(destination),
            limits,
            this,
            NodeProcess.MEMORY,
            world.now())
        : DeliveryMachine.restore(
            new SavedCursor(cursor, saved.failures(destination), 0),
            limits,
            this,
            NodeProcess.MEMORY,
            world.now());
  }

  DeliveryMachine machine() {
    return machine;
  }

  int destination() {
    return destination;
  }

  /** Gives the machine an input later. */
  private void later(Runnable input) {
    process.later(world.random().between(0, 5), () -> process.input(destination, input));
  }

  private ClusterLog.Message message(long offset) {
    return world.log().at(claim.partition(), offset);
  }

  @Override
  public boolean maySend() {
    return claim.machine().mayDispatch() && process.membership().isLeased();
  }

  @Override
  public void post(Round round) {
    ClusterLog.Message message = message(round.offset());
    world.trace("%s: sends %d to %d", claim, round.offset(), destination);
    world.invariants().dispatching(claim, destination, message);
    for (Attempt attempt : round.attempts()) {
      claim.inFlight(1);
      Outcome outcome = world.answer();
      if (outcome instanceof Outcome.Delivered) {
        world.invariants().delivered(destination, message);
      }
      process.later(world.answerDelay(), () -> ended(attempt, outcome));
    }
  }

  private void ended(Attempt attempt, Outcome outcome) {
    claim.inFlight(-1);
    process.input(destination, () -> machine.ended(attempt, outcome, world.now()));
  }

  @Override
  public void read(long offset) {
    later(() -> machine.readAgain(offset, message(offset).record(), world.now()));
  }

  @Override
  public void feed(long fromOffset, int maxMessages, int maxBytes) {
    later(
        () -> {
          List<Candidate> found = new ArrayList<>();
          long next = fromOffset;
          for (; next < claim.live() && found.size() < maxMessages; next++) {
            found.add(new Candidate(next, message(next).record()));
          }
          machine.fed(found, next, world.now());
        });
  }

  @Override
  public boolean passes(long offset, RecordView record, boolean replay) {
    return process.tombstones().stream().noneMatch(one -> one.hides(message(offset)));
  }

  @Override
  public long livePosition() {
    return claim.live();
  }

  @Override
  public void done(
      long offset,
      long userHash,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay) {
    if (status != FinalStatus.DELIVERED && status != FinalStatus.FILTERED) {
      throw new InvariantViolation("NoAcceptedMessageLost", claim + " ends one as " + status);
    }
    claim.settled().get(destination).set((int) offset);
  }

  @Override
  public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {
    throw new IllegalStateException("nobody replays");
  }

  @Override
  public void recall(long offset) {
    throw new IllegalStateException("nobody replays");
  }

  @Override
  public void stayedDelivered(long offset) {
    throw new IllegalStateException("nobody replays");
  }

  @Override
  public void lost(long fromOffset, long toOffset) {
    throw new InvariantViolation("NoAcceptedMessageLost", claim + " lost messages");
  }

  @Override
  public void cancelled(long fromOffset, long toOffset) {
    throw new IllegalStateException("nobody cancels");
  }

  @Override
  public void replayEnded(ReplayProgress progress) {
    throw new IllegalStateException("nobody replays");
  }
}
