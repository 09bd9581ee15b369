package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.Candidate;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Effects;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.message.RecordView;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.RecordSelection;
import io.postrider.server.ledger.GapReason;
import io.postrider.server.ledger.LedgerGap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one partition to one destination: has the machine and carries out its effects. Belongs
 * to its loop.
 *
 * <p>Effects are answered later, as inputs: results of reads return by the loop's inbox.
 */
public final class PartitionDelivery implements Effects {

  private static final long REPLAY_BYTES = 1 << 20;
  private static final int MAX_COUNTED = 1_000;

  /** How many messages are taken from recent blocks when a delivery catches up. */
  private static final int MAX_BATCH = 4_096;

  private final int partition;
  private final LivePartition live;
  private final DestinationWorker worker;
  private final DeliveryEntries entries;
  private final PreparedBodies prepared;
  private final DeliveryMachine machine;
  private final CursorRow row;

  /**
   * @param prepared is empty
   * @param machine creates the machine
   */
  PartitionDelivery(
      LivePartition live,
      DestinationWorker worker,
      PreparedBodies prepared,
      Function<Effects, DeliveryMachine> machine) {
    this.partition = live.number();
    this.prepared = prepared;
    this.live = live;
    this.worker = worker;
    this.entries = new DeliveryEntries(partition, worker.loop().ledger(), worker.id().bits());
    this.machine = machine.apply(this);
    this.row = CursorRow.of(worker, live, this.machine);
  }

  public int partition() {
    return partition;
  }

  PartitionClaim claim() {
    return live.claim();
  }

  DestinationWorker worker() {
    return worker;
  }

  public DeliveryMachine machine() {
    return machine;
  }

  PreparedBodies prepared() {
    return prepared;
  }

  /** Ends the delivery; its machine takes no more inputs. */
  void retire() {
    machine.retire();
    prepared.clear();
  }

  /** Its saved cursor. */
  CursorRow row() {
    return row;
  }

  /** Offers a block to the machine; an input. */
  void take(Block block, long nowMillis) {
    if (!machine.isCaughtUp()) {
      return;
    }
    RecordSelection selection = claim().withoutDuplicates(worker.selection());
    block.visit(
        0,
        selection.sources(),
        selection.destination(),
        place -> {
          long offset = block.offset(place);
          RecordView record = block.view(place);
          if (selection.takes(partition, offset, record)) {
            machine.offer(offset, record, nowMillis);
          }
          return machine.isCaughtUp();
        });
    recordSkipped();
  }

  /** Records what reading has skipped so far, before the machine's position covers it. */
  private void recordSkipped() {
    for (DeliveryEntries.SkippedMessage next = worker.filtered().takeSkipped(partition);
        next != null;
        next = worker.filtered().takeSkipped(partition)) {
      entries.skipped(next, worker.wallMillis());
    }
  }

  /** Tells the machine how an attempt ended; an input. */
  void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    machine.ended(attempt, outcome, nowMillis);
  }

  DeliveryEntries entries() {
    return entries;
  }

  @Override
  public void post(Round round) {
    worker.post(this, round);
  }

  /** The requests of its partition on this loop. */
  RequestsInFlight requests() {
    return live.requests();
  }

  @Override
  public boolean maySend() {
    return live.claim().isDelivering() && worker.loop().mayDispatch();
  }

  @Override
  public boolean hasRoom() {
    return worker.hasRoom();
  }

  @Override
  public void read(long offset) {
    worker.read(partition, offset, record -> readAgain(offset, record));
  }

  private void readAgain(long offset, @Nullable RecordView record) {
    if (record == null) {
      machine.gone(offset, worker.nowMillis());
    } else {
      machine.readAgain(offset, record, worker.nowMillis());
    }
  }

  @Override
  public void feed(long fromOffset, int maxMessages, int maxBytes) {
    if (live.covers(fromOffset)) {
      worker.later(
          () ->
              fed(
                  fromOffset,
                  new CatchUpRequest.Result(fromOffset, fromOffset, new ArrayList<>())));
      return;
    }
    WebhookRequests requests = worker.requests();
    feed(
        fromOffset,
        maxMessages,
        maxBytes,
        worker.selection(),
        live::position,
        result -> {
          if (worker.loop().isReadingForOthers()) {
            worker.later(() -> fed(fromOffset, result));
            return;
          }
          PreparedBodies.Batch batch = PreparedBodies.prepare(requests, result.found());
          worker.later(
              () -> {
                prepared.add(batch);
                fed(fromOffset, result);
              });
        });
  }

  private void feed(
      long fromOffset,
      int maxMessages,
      long maxBytes,
      RecordSelection selection,
      LongSupplier limit,
      Consumer<CatchUpRequest.Result> answer) {
    worker
        .loop()
        .feed(
            new CatchUpRequest(
                partition,
                fromOffset,
                maxMessages,
                maxBytes,
                claim().withoutDuplicates(selection),
                limit,
                answer));
  }

  /** Gives the machine what was found, and newer records that are still in memory. */
  private void fed(long askedFrom, CatchUpRequest.Result feed) {
    if (feed.from() > askedFrom) {
      machine.feedExpired(feed.from(), worker.nowMillis());
      return;
    }
    long to = feed.to();
    if (to < live.position() && live.covers(to)) {
      RecordSelection selection = claim().withoutDuplicates(worker.selection());
      to = live.collect(to, selection, MAX_BATCH, feed.found());
    }
    recordSkipped();
    machine.fed(feed.found(), to, worker.nowMillis());
  }

  @Override
  public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {
    feed(
        fromOffset,
        maxMessages,
        REPLAY_BYTES,
        worker.replaySelection(onlyRouted),
        () -> toOffset,
        result -> worker.later(() -> replayFed(fromOffset, result)));
  }

  private void replayFed(long askedFrom, CatchUpRequest.Result feed) {
    if (feed.from() > askedFrom) {
      machine.replayExpired(feed.from(), worker.nowMillis());
    } else {
      machine.replayFed(feed.found(), feed.to(), worker.nowMillis());
    }
  }

  @Override
  public boolean passes(long offset, RecordView record, boolean replay) {
    String filter =
        replay
            ? worker.replayFilter(partition, offset, record)
            : worker.filter(partition, offset, record);
    entries.filteredBy(filter);
    return filter == null;
  }

  @Override
  public long livePosition() {
    return live.position();
  }

  @Override
  public boolean isSuperseded(long offset, RecordView record) {
    return worker.isDeleted(partition, offset, record);
  }

  /**
   * Asks the ledger, on a reader's thread. What it does not tell was delivered if it was for the
   * destination: live delivery settled it without a failure.
   */
  @Override
  public void recall(long offset) {
    feed(
        offset,
        1,
        REPLAY_BYTES,
        worker.selection().uncounted(),
        () -> offset + 1,
        result -> {
          boolean wasFor = !result.found().isEmpty();
          boolean delivered = worker.loop().past().contain(worker.id(), partition, offset, wasFor);
          worker.later(() -> machine.recalled(offset, delivered, worker.nowMillis()));
        });
  }

  @Override
  public void stayedDelivered(long offset) {
    entries.stayedDelivered(offset);
  }

  @Override
  public void done(
      long offset,
      long userHash,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay) {
    worker.tally().done(status, replay);
    entries.done(offset, userHash, status, rounds, failure, replay, worker.wallMillis());
  }

  @Override
  public void doneUnsent(
      long offset,
      RecordView record,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay) {
    worker.tally().done(status, replay);
    entries.doneUnsent(
        offset, described(offset, record), status, failure, replay, worker.wallMillis());
  }

  /** A deleted user's message may end after the ledger has forgotten the user. */
  private DeliveryEntries.Described described(long offset, RecordView record) {
    boolean hidden = worker.hides(partition, offset, record);
    return new DeliveryEntries.Described(
        worker.loop().subjects().of(record), hidden ? 0 : record.userHash());
  }

  @Override
  public void lost(long fromOffset, long toOffset) {
    worker.tally().lost(partition, fromOffset, toOffset);
  }

  @Override
  public void cancelled(long fromOffset, long toOffset) {
    if (worker.hasRules()) {
      countCancelled(worker.selection().uncounted(), fromOffset, toOffset);
    } else {
      worker.loop().ledger().missing(gap(fromOffset, toOffset));
      worker.later(() -> machine.told(fromOffset, toOffset));
    }
  }

  /** A range with messages for the destination and others, of which none is recorded. */
  private LedgerGap gap(long fromOffset, long toOffset) {
    Instant now = Instant.ofEpochMilli(worker.wallMillis());
    long count = toOffset - fromOffset;
    return new LedgerGap(
        worker.id(),
        partition,
        now,
        now,
        fromOffset,
        toOffset - 1,
        count,
        GapReason.DESTINATION_DELETED);
  }

  /** Counts and records the messages of a cancelled span that were for the destination. */
  private void countCancelled(RecordSelection selection, long fromOffset, long toOffset) {
    feed(
        fromOffset,
        MAX_COUNTED,
        REPLAY_BYTES,
        selection,
        () -> toOffset,
        result ->
            worker.later(
                () -> {
                  worker.recorder().counters().cancelled(result.found().size());
                  result.found().forEach(this::recordCancelled);
                  machine.told(fromOffset, result.to());
                  if (result.to() < toOffset && result.to() > fromOffset) {
                    countCancelled(selection, result.to(), toOffset);
                  }
                }));
  }

  private void recordCancelled(Candidate candidate) {
    entries.doneUnsent(
        candidate.offset(),
        described(candidate.offset(), candidate.record()),
        FinalStatus.CANCELLED,
        null,
        false,
        worker.wallMillis());
  }

  @Override
  public void replayEnded(ReplayProgress progress) {
    worker.tally().replayEnded(partition, progress, worker.wallMillis());
  }
}
