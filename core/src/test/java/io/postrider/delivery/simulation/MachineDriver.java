package io.postrider.delivery.simulation;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.Candidate;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.Effects;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.QueueBudget;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import io.postrider.delivery.SavedCursor;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.message.RecordView;
import io.postrider.route.Destination;
import io.postrider.route.RoutingDecision;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Drives one machine of a process and implements its effects. */
final class MachineDriver implements Effects {

  private static final int MOST_SCANNED = 512;

  private final SimulatedProcess process;
  private final SimulatedWorld world;
  private final PartitionModel model;
  private final ModelRecorder recorder;
  private final DeliveryEntries entries;
  private @Nullable DeliveryMachine machine;

  MachineDriver(SimulatedProcess process, SimulatedWorld world, PartitionModel model) {
    this.process = process;
    this.world = world;
    this.model = model;
    this.recorder = world.recorder();
    this.entries = new DeliveryEntries(model.partition(), process.recorder(), destinationBits());
  }

  private long destinationBits() {
    return process.target(model.destination()).id().bits();
  }

  void start(DestinationLimits limits, QueueBudget budget) {
    SimulatedStore store = world.store();
    SimulatedStore.Row row = store.row(model);
    machine =
        row == null
            ? DeliveryMachine.startAt(
                store.position(model.partition()),
                store.failures(model),
                limits,
                this,
                budget,
                process.millis())
            : DeliveryMachine.restore(
                new SavedCursor(row.cursor().array(), store.failures(model), 0),
                limits,
                this,
                budget,
                process.millis());
  }

  DeliveryMachine machine() {
    return Objects.requireNonNull(machine);
  }

  boolean isStarted() {
    return machine != null;
  }

  PartitionModel model() {
    return model;
  }

  SimulatedDestination destination() {
    return model.destination();
  }

  SimulatedProcess process() {
    return process;
  }

  // ---- effects

  @Override
  public void post(Round round) {
    ModelDelivery delivery = recorder.round(this, round);
    DeliveryEntries.SentRound sent =
        new DeliveryEntries.SentRound(
            round.number(), round.replay(), subject(round.record()), round.record().jsonTo());
    for (Attempt attempt : round.attempts()) {
      process.post(this, attempt, delivery.message, sent);
    }
  }

  private static LedgerSubject subject(RecordView record) {
    return new LedgerSubject(record.sourceBits(), 0, "");
  }

  /** An attempt ended: tells the machine, and records it. */
  void ended(Attempt attempt, Outcome outcome, DeliveryEntries.SentRound round) {
    world
        .ledger()
        .facts()
        .answered(model, attempt.offset(), round.replay(), attempt.url(), outcome);
    entries.attempted(attempt);
    machine().ended(attempt, outcome, process.millis());
    entries.write(
        new LedgerTarget(destinationBits(), attempt.url()),
        attempt,
        round,
        outcome,
        new LedgerEntry.SentAttempt(LedgerFacts.status(outcome), 0, round.bytes(), null),
        world.wallMillis());
  }

  @Override
  public void read(long offset) {
    process.later(
        world.readDelay(),
        this,
        () -> {
          if (offset < model.log().first()) {
            world.trace("%s: %d is gone", this, offset);
            machine().gone(offset, process.millis());
          } else {
            RecordView lent = lend(model.log().at(offset));
            machine().readAgain(offset, lent, process.millis());
            takeBack();
          }
        });
  }

  @Override
  public void feed(long fromOffset, int maxMessages, int maxBytes) {
    long early = process.live(model.partition());
    boolean stale = world.random().chance(0.3);
    process.later(
        world.readDelay(),
        this,
        () -> {
          if (fromOffset < model.log().first()) {
            world.trace("%s: fed nothing before %d", this, model.log().first());
            machine().feedExpired(model.log().first(), process.millis());
            return;
          }
          long to = stale ? early : process.live(model.partition());
          List<Candidate> found = new ArrayList<>();
          Destination target = process.target(destination());
          long next =
              scan(
                  fromOffset,
                  to,
                  maxMessages,
                  maxBytes,
                  (offset, record) ->
                      SimulatedWorld.ROUTING.wasFor(target, model.partition(), offset, record),
                  found);
          world.trace("%s: fed %d from %d to %d", this, found.size(), fromOffset, next);
          machine().fed(found, next, process.millis());
          takeBack();
        });
  }

  @Override
  public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {
    process.later(
        world.readDelay(),
        this,
        () -> {
          if (fromOffset < model.log().first()) {
            machine().replayExpired(model.log().first(), process.millis());
            return;
          }
          List<Candidate> found = new ArrayList<>();
          Destination target = process.target(destination());
          long next =
              scan(
                  fromOffset,
                  toOffset,
                  maxMessages,
                  Integer.MAX_VALUE,
                  (offset, record) ->
                      SimulatedWorld.ROUTING.isFor(target, record)
                          && (!onlyRouted
                              || SimulatedWorld.ROUTING.wasFor(
                                  target, model.partition(), offset, record)),
                  found);
          world.trace("%s: replay fed %d from %d to %d", this, found.size(), fromOffset, next);
          machine().replayFed(found, next, process.millis());
          takeBack();
        });
  }

  private long scan(
      long from,
      long to,
      int maxMessages,
      int maxBytes,
      BiPredicate<Long, RecordView> wanted,
      List<Candidate> found) {
    long end = Math.min(to, from + MOST_SCANNED);
    int bytes = 0;
    long next = from;
    for (; next < end && found.size() < maxMessages && bytes < maxBytes; next++) {
      SimulatedMessage message = model.log().at(next);
      if (wanted.test(next, message.record())) {
        found.add(new Candidate(next, lend(message)));
        bytes += message.record().jsonTo();
      }
    }
    return Math.max(from, next);
  }

  /** A live message. */
  void offer(SimulatedMessage message) {
    if (SimulatedWorld.ROUTING.wasFor(
        process.target(destination()), model.partition(), message.offset(), message.record())) {
      RecordView lent = lend(message);
      machine().offer(message.offset(), lent, process.millis());
      takeBack();
    }
  }

  /** A record that is valid only during a call. */
  private RecordView lend(SimulatedMessage message) {
    if (!world.isGreedy()) {
      return message.record();
    }
    byte[] bytes = new byte[message.record().jsonTo()];
    message.record().copy(0, bytes.length, bytes, 0);
    world.lent(bytes);
    return RecordView.of(ByteBuffer.wrap(bytes));
  }

  private void takeBack() {
    if (world.isGreedy()) {
      world.takeBack().forEach(bytes -> Arrays.fill(bytes, (byte) 0xEE));
    }
  }

  @Override
  public boolean passes(long offset, RecordView record, boolean replay) {
    return SimulatedWorld.ROUTING.decide(
            process.target(destination()), destination().events(), record)
        == RoutingDecision.DELIVER;
  }

  @Override
  public long livePosition() {
    return process.live(model.partition());
  }

  @Override
  public void done(
      long offset,
      long userHash,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay) {
    recorder.done(this, offset, status, failure, replay);
    world.ledger().facts().ended(model, offset, replay, status);
    entries.done(offset, userHash, status, rounds, failure, replay, world.wallMillis());
  }

  @Override
  public void doneUnsent(
      long offset,
      RecordView record,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay) {
    recorder.done(this, offset, status, failure, replay);
    world.ledger().facts().ended(model, offset, replay, status);
    entries.doneUnsent(
        offset,
        new DeliveryEntries.Described(subject(record), record.userHash()),
        status,
        failure,
        replay,
        world.wallMillis());
  }

  @Override
  public void recall(long offset) {
    process.later(
        world.readDelay(),
        this,
        () -> machine().recalled(offset, recorder.isDelivered(model, offset), process.millis()));
  }

  @Override
  public void stayedDelivered(long offset) {
    recorder.stayedDelivered(this, offset);
    entries.stayedDelivered(offset);
  }

  @Override
  public void lost(long fromOffset, long toOffset) {
    recorder.lost(this, fromOffset, toOffset);
  }

  @Override
  public void cancelled(long fromOffset, long toOffset) {
    recorder.cancelled(this, fromOffset, toOffset);
    process.later(
        world.random().between(1, 5_000), this, () -> tellCancelled(fromOffset, toOffset));
  }

  /** Records the ends of a range that was cancelled unread, a part at a time. */
  private void tellCancelled(long fromOffset, long toOffset) {
    List<Candidate> found = new ArrayList<>();
    long from = Math.max(fromOffset, Math.min(toOffset, model.log().base()));
    long next =
        scan(
            from,
            toOffset,
            MOST_SCANNED,
            Integer.MAX_VALUE,
            (offset, record) ->
                SimulatedWorld.ROUTING.wasFor(
                    process.target(destination()), model.partition(), offset, record),
            found);
    recorder.told();
    for (Candidate candidate : found) {
      world.ledger().facts().ended(model, candidate.offset(), false, FinalStatus.CANCELLED);
      entries.doneUnsent(
          candidate.offset(),
          new DeliveryEntries.Described(subject(candidate.record()), 0),
          FinalStatus.CANCELLED,
          null,
          false,
          world.wallMillis());
    }
    takeBack();
    machine().told(fromOffset, next);
    if (next < toOffset) {
      process.later(world.random().between(1, 5_000), this, () -> tellCancelled(next, toOffset));
    }
  }

  @Override
  public void replayEnded(ReplayProgress progress) {
    recorder.replayEnded(this, progress);
  }

  @Override
  public String toString() {
    return model.toString();
  }
}
