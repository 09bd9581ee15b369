package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.CursorChange;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Effects;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import io.postrider.message.RecordView;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.CatchUpRequest;
import io.postrider.server.delivery.reader.CatchUpResult;
import io.postrider.server.delivery.reader.ReadRequest;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The way of one partition's messages to one destination: the machine, and the effects it asks for.
 * Belongs to its loop.
 *
 * <p>What a machine asks for is answered later, as an input of its own: reading goes through {@link
 * Reading} and comes back by the loop's inbox.
 */
public final class PartitionDelivery implements Effects {

  private final int partition;
  private final LivePartition live;
  private final DestinationWorker outbound;
  private final DeliveryMachine machine;
  private boolean kept;
  private long keptNeed;

  /** How a lane's machine is made. */
  interface MachineMaker {
    DeliveryMachine make(Effects effects);
  }

  PartitionDelivery(
      int partition, LivePartition live, DestinationWorker outbound, MachineMaker maker) {
    this.partition = partition;
    this.live = live;
    this.outbound = outbound;
    this.machine = maker.make(this);
    this.keptNeed = machine.neededFrom();
  }

  public int partition() {
    return partition;
  }

  DestinationWorker outbound() {
    return outbound;
  }

  public DeliveryMachine machine() {
    return machine;
  }

  /** Whether anything is kept of it, so that a start knows it. */
  boolean isKept() {
    return kept;
  }

  void markKept() {
    kept = true;
  }

  /** A change is kept; null if all there is to keep is that the lane is at the live position. */
  void kept(@Nullable CursorChange change) {
    kept = true;
    keptNeed = Long.MAX_VALUE;
    if (change != null) {
      if (change.cursor() != null) {
        keptNeed = change.neededFrom();
      }
      if (outbound.isRunning()) {
        machine.flushed(change);
      }
    }
  }

  /** The first offset it needs by what is kept; the greatest if its partition's position tells. */
  long keptNeed() {
    return keptNeed;
  }

  /** A block that may hold messages for the destination; an input. */
  void take(Block block, long nowMillis) {
    if (!machine.isLevel()) {
      return;
    }
    RecordSelection selection = outbound.selection();
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
          return machine.isLevel();
        });
  }

  /** An attempt has ended; an input. */
  void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    machine.ended(attempt, outcome, nowMillis);
  }

  @Override
  public void post(Round round) {
    outbound.post(this, round);
  }

  @Override
  public void read(long offset) {
    outbound
        .reading()
        .read(
            new ReadRequest(
                partition, offset, record -> outbound.later(() -> readAgain(offset, record))));
  }

  private void readAgain(long offset, @Nullable RecordView record) {
    if (record == null) {
      machine.gone(offset, outbound.nowMillis());
    } else {
      machine.readAgain(offset, record, outbound.nowMillis());
    }
  }

  @Override
  public void feed(long fromOffset, int maxMessages, int maxBytes) {
    if (live.covers(fromOffset)) {
      outbound.later(
          () -> fed(fromOffset, new CatchUpResult(fromOffset, fromOffset, new ArrayList<>())));
      return;
    }
    outbound
        .reading()
        .feed(
            new CatchUpRequest(
                partition,
                fromOffset,
                maxMessages,
                maxBytes,
                outbound.selection(),
                live::position,
                feed -> outbound.later(() -> fed(fromOffset, feed))));
  }

  /** Hands over what was found, and what has arrived meanwhile if that is still in memory. */
  private void fed(long askedFrom, CatchUpResult feed) {
    if (feed.from() > askedFrom) {
      machine.feedExpired(feed.from(), outbound.nowMillis());
      return;
    }
    long to = feed.to();
    if (to < live.position() && live.covers(to)) {
      to = live.collect(to, outbound.selection(), DestinationWorker.MOST_AT_ONCE, feed.found());
    }
    machine.fed(feed.found(), to, outbound.nowMillis());
  }

  @Override
  public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyMeant) {
    outbound
        .reading()
        .feed(
            new CatchUpRequest(
                partition,
                fromOffset,
                maxMessages,
                DestinationWorker.REPLAY_BYTES,
                outbound.replaySelection(onlyMeant),
                () -> toOffset,
                feed -> outbound.later(() -> replayFed(fromOffset, feed))));
  }

  private void replayFed(long askedFrom, CatchUpResult feed) {
    if (feed.from() > askedFrom) {
      machine.replayExpired(feed.from(), outbound.nowMillis());
    } else {
      machine.replayFed(feed.found(), feed.to(), outbound.nowMillis());
    }
  }

  @Override
  public boolean passes(long offset, RecordView record, boolean replay) {
    if (outbound.hides(partition, offset, record)) {
      return false;
    }
    return replay
        ? outbound.replaySelection(false).takes(partition, offset, record)
        : outbound.passes(record);
  }

  @Override
  public long livePosition() {
    return live.position();
  }

  @Override
  public void done(
      long offset, FinalStatus fate, int rounds, @Nullable Failure failure, boolean replay) {
    outbound.done(fate, replay);
  }

  @Override
  public void lost(long fromOffset, long toOffset) {
    outbound.lost(partition, fromOffset, toOffset);
  }

  @Override
  public void cancelled(long fromOffset, long toOffset) {
    CancelledCount.start(this, fromOffset, toOffset);
  }

  @Override
  public void replayEnded(ReplayProgress progress) {
    outbound.replayEnded(partition, progress);
  }
}
