package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of one partition's messages to one destination: decides what is posted where and
 * when, and knows what became of it. Does no I/O, has no thread and no clock: a driver tells it
 * what happened and when, in milliseconds since 1970, and it calls {@link Effects} from within.
 *
 * <p>Belongs to one thread, together with its {@link DestinationLimits}. No input may come from
 * within an effect. After each input {@link DestinationLimits#nextWakeUp} tells when {@link #tick}
 * is needed.
 */
public final class DeliveryMachine {

  private final DestinationLimits gates;
  private final Effects effects;
  private final ChangeCounter changes = new ChangeCounter();
  private final ReplayRun replay = new ReplayRun();
  private final OpenDeliveries open;
  private final FailureIndex marks;
  private final RetryWindow windows;
  private final RoundScheduler rounds;
  private final MessageFeed feeding;
  private final ReplayFeed replaying;
  private final CursorTracker flushing;
  private final DeliveryLookup lookup;

  /** Whether a retry goes before a first round where only one of them can start. */
  private boolean retriesTurn;

  private boolean started;
  private boolean retired;

  private DeliveryMachine(
      CursorState state,
      FailureIndex marks,
      DestinationLimits gates,
      Effects effects,
      QueueBudget budget) {
    DeliveryRules rules = gates.rules();
    this.gates = gates;
    this.effects = effects;
    this.marks = marks;
    open = new OpenDeliveries(gates.size());
    windows =
        new RetryWindow(
            rules.retryWindow().toMillis(),
            new Holds(state.holds()),
            new Pauses(state.pauses(), state.pausedSinceMillis()));
    rounds = new RoundScheduler(gates, effects, open, marks, windows, replay, changes);
    WaitingQueue queue = new WaitingQueue(rules.queueMessages(), rules.queueBytes(), budget);
    feeding = new MessageFeed(effects, rounds, marks, queue, state.readTo());
    replaying = new ReplayFeed(replay, gates, effects, rounds, marks, changes);
    flushing = new CursorTracker(gates, feeding, open, windows, replay, marks, changes);
    lookup = new DeliveryLookup(gates, open, feeding, marks);
  }

  /**
   * A machine that starts at an offset; level if live reading is not beyond it. It does nothing
   * before its first input, and is due at once.
   *
   * @param marks what is remembered of messages before it
   * @throws CursorCorruptException if the marks are not readable
   */
  public static DeliveryMachine startAt(
      long offset,
      Collection<EncodedFailureChunk> marks,
      DestinationLimits gates,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    CursorState state =
        new CursorState(
            offset,
            new CursorState.UrlHashes(new long[0]),
            Pauses.NONE,
            List.of(),
            List.of(),
            List.of(),
            null);
    DeliveryMachine machine =
        new DeliveryMachine(state, FailureIndex.of(marks), gates, effects, budget);
    machine.begin(nowMillis);
    return machine;
  }

  /**
   * A machine that goes on from what was flushed. What was in flight is due at once.
   *
   * @param cursor as {@link CursorChange#cursor} gave it
   * @throws CursorCorruptException if the cursor or the marks are not readable
   */
  public static DeliveryMachine restore(
      byte[] cursor,
      Collection<EncodedFailureChunk> marks,
      DestinationLimits gates,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    CursorState state = CursorCodec.decode(cursor);
    DeliveryMachine machine =
        new DeliveryMachine(state, FailureIndex.of(marks), gates, effects, budget);
    machine.reopen(state);
    machine.begin(nowMillis);
    return machine;
  }

  /** Takes over what was open and the replay that ran. */
  private void reopen(CursorState state) {
    ReplayProgress progress = state.replay();
    if (progress != null) {
      replay.restore(
          progress.replay(),
          progress.position(),
          progress.taken(),
          progress.delivered(),
          progress.failed());
    }
    int[] from = gates.indexesIn(state.urls().hashes());
    for (OpenDelivery delivery : state.open()) {
      delivery.remap(from);
      if (delivery.isUnsent()) {
        delivery.windowEndMillis(RetryWindow.NOT_BEGUN);
      }
      if (delivery.allRefused(gates.size())) {
        // the URLs that had not refused it were taken out of the plan
        delivery.windowEndMillis(0);
      }
      open.add(delivery);
      open.schedule(delivery);
      if (delivery.isReplay() && replay.isRunning()) {
        replay.reopened();
      }
    }
  }

  /** Joins its gates, and comes to terms with the time that has passed. */
  private void begin(long nowMillis) {
    gates.join(this);
    windows.holds().end(Math.max(readTo(), effects.livePosition()));
    if (gates.isHeld()) {
      windows.holds().begin(nowMillis);
    }
    if (gates.isPaused()) {
      windows.pauses().pause(nowMillis);
    } else {
      open.shiftWindows(windows.pauses().resume(nowMillis));
    }
  }

  // ---- reading

  /**
   * A message that is for this destination, from the live block being distributed, in the order of
   * offsets. Ignored while behind, so the driver may spare itself the call if not {@link #isLevel}.
   * Blocks without such a message need no call.
   */
  public void offer(long offset, RecordView record, long nowMillis) {
    if (!retired) {
      gates.enter();
      feeding.offer(offset, record, nowMillis);
      gates.leave();
    }
  }

  /**
   * The answer to {@link Effects#feed}. As many as there is room for are taken; what is not is
   * asked for again.
   *
   * @param candidates the messages that are for this destination, in the order of offsets
   * @param nextOffset the first offset that was not looked at
   */
  public void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    if (!retired) {
      gates.enter();
      feeding.fed(candidates, nextOffset, nowMillis);
      gates.leave(nowMillis);
    }
  }

  /** The answer to {@link Effects#feed} if the log now starts later than was asked for. */
  public void feedExpired(long firstOffset, long nowMillis) {
    if (!retired) {
      gates.enter();
      feeding.expired(firstOffset);
      gates.leave(nowMillis);
    }
  }

  /** The answer to {@link Effects#read}. */
  public void readAgain(long offset, RecordView record, long nowMillis) {
    if (!retired) {
      gates.enter();
      rounds.readAgain(offset, record, nowMillis);
      gates.leave(nowMillis);
    }
  }

  /** The answer to {@link Effects#read} if the log no longer holds the record. */
  public void gone(long offset, long nowMillis) {
    if (!retired) {
      gates.enter();
      rounds.gone(offset);
      gates.leave(nowMillis);
    }
  }

  // ---- delivering

  /**
   * The answer to one attempt of {@link Effects#post}.
   *
   * @throws IllegalStateException if the attempt was answered already
   */
  public void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    gates.enter();
    if (retired) {
      gates.ended(attempt, outcome, nowMillis);
    } else {
      rounds.ended(attempt, outcome, nowMillis);
    }
    gates.leave(nowMillis);
  }

  /** When {@link #tick} has something to do; {@link Long#MAX_VALUE} if only an input helps. */
  public long nextWakeUp() {
    if (!started) {
      return Long.MIN_VALUE;
    }
    if (gates.isResting()) {
      return Long.MAX_VALUE;
    }
    long next = rounds.nextWakeUp(feeding.isQuiet());
    if (!feeding.queue().isEmpty()) {
      if (!rounds.isFull()) {
        long rateMillis = gates.rate().openAtMillis();
        next = Math.min(next, Math.max(gates.firstAtMillis(), rateMillis));
      }
      if (gates.isHeld()) {
        next = Math.min(next, feeding.heldEndMillis(windows));
      }
    }
    return next;
  }

  /** Does what is due. */
  public void tick(long nowMillis) {
    gates.tick(nowMillis);
  }

  // ---- changes from outside

  /**
   * Changes the plan, for all machines of the same gates: the first call does it, the others do no
   * harm. New URLs are due at once for what is open, vanished ones are forgotten, and a message
   * that every remaining URL refused fails. Time spent paused does not count for any window.
   */
  public void apply(DeliverySettings plan, long nowMillis) {
    gates.enter();
    gates.apply(plan, nowMillis);
    gates.leave(nowMillis);
  }

  /**
   * Cancels what is pending below an offset, because the destination was disabled there. Attempts
   * in flight finish, and count if they deliver. Goes on at that offset, where the driver finds
   * nothing for the destination until it is enabled again.
   */
  public void cancel(long upToOffset, long nowMillis) {
    if (!retired) {
      gates.enter();
      replaying.cancel();
      rounds.cancelBefore(upToOffset);
      feeding.cancelBefore(upToOffset);
      gates.leave(nowMillis);
    }
  }

  /**
   * Starts a replay. What live delivery has not dispatched yet is left to it: the end of the
   * stretch is moved back to {@link #readTo}.
   *
   * @return false if one is running
   */
  public boolean startReplay(Replay replay, long nowMillis) {
    if (retired) {
      return false;
    }
    gates.enter();
    boolean begun = replaying.start(replay, readTo());
    gates.leave(nowMillis);
    return begun;
  }

  /** The answer to {@link Effects#feedReplay}; as {@link #fed}. */
  public void replayFed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    if (!retired) {
      gates.enter();
      replaying.fed(candidates, nextOffset, nowMillis);
      gates.leave(nowMillis);
    }
  }

  /** The answer to {@link Effects#feedReplay} if the log now starts later. */
  public void replayExpired(long firstOffset, long nowMillis) {
    if (!retired) {
      gates.enter();
      replaying.expired(firstOffset);
      gates.leave(nowMillis);
    }
  }

  /**
   * Ends the running replay, if any: what it has open is dropped and keeps the marks it had; what
   * is in flight finishes, and counts if it delivers.
   */
  public void cancelReplay(long nowMillis) {
    if (!retired) {
      gates.enter();
      replaying.cancel();
      gates.leave(nowMillis);
    }
  }

  /** Forgets the marks of whole chunks before the log's first offset. */
  public void forgetBefore(long firstOffset) {
    marks.forgetBefore(firstOffset);
  }

  /**
   * Leaves its gates and gives its memory back. No input is allowed any more but {@link #ended},
   * which then only counts.
   */
  public void retire() {
    if (!retired) {
      retired = true;
      gates.part(this);
      rounds.releaseAll();
      feeding.queue().clear();
    }
  }

  // ---- flushing

  /**
   * What has changed since what {@link #flushed} was last told of; nothing if nothing has. Not to
   * be called between two offers of one block.
   */
  public Optional<CursorChange> changes() {
    return flushing.changes();
  }

  /** A change was written down. */
  public void flushed(CursorChange change) {
    flushing.flushed(change);
  }

  // ---- for people and drivers

  /** Whether it takes live messages. If not it is behind, and fed. */
  public boolean isLevel() {
    return feeding.isLevel();
  }

  /** The first offset that was not dispatched. Below it and not open is settled. */
  public long readTo() {
    return feeding.readTo();
  }

  /** The first offset that is still needed of the log. */
  public long neededFrom() {
    return flushing.neededFrom();
  }

  /** How many messages wait in memory for their first round. */
  public int queued() {
    return feeding.queue().size();
  }

  /** How many deliveries were started and did not end. */
  public int open() {
    return open.size();
  }

  /** How many deliveries are marked as failed. */
  public long failed() {
    return marks.failed();
  }

  /**
   * What failed or was cancelled before an offset, the last first. Of what was cancelled not all
   * was for this destination.
   */
  public List<Long> undeliveredBefore(long offset, int most) {
    return lookup.undeliveredBefore(offset, most);
  }

  /** What is remembered of a message that did not end well, also while it is sent again. */
  public @Nullable DeliveryStatus mark(long offset) {
    return marks.at(offset);
  }

  /** Where the delivery of one message is. */
  public DeliveryStatus whereabouts(long offset) {
    return lookup.at(offset);
  }

  /** About when the delivery of a message failed; null if it did not, or that is not known. */
  public @Nullable Instant failedAt(long offset) {
    return lookup.failedAt(offset);
  }

  /** How far the running replay is, or null. */
  public @Nullable ReplayProgress replay() {
    return replay.progress(false);
  }

  // ---- for its gates

  /** Goes on as far as it can. */
  void advance(long nowMillis) {
    started = true;
    if (gates.isStopped()) {
      return;
    }
    if (gates.isPaused()) {
      feeding.advance();
      return;
    }
    rounds.expire(nowMillis);
    if (gates.isHeld()) {
      feeding.expireHeld(windows, nowMillis);
    }
    boolean going = true;
    while (going) {
      if (retriesTurn || gates.isHeld()) {
        going = startRetry(nowMillis) || startFirst(nowMillis);
      } else {
        going = startFirst(nowMillis) || startRetry(nowMillis);
      }
    }
    feeding.advance();
    replaying.advance(feeding.isQuiet(), nowMillis);
  }

  private boolean startRetry(long nowMillis) {
    boolean retried = rounds.retry(feeding.isQuiet(), nowMillis);
    retriesTurn &= !retried;
    return retried;
  }

  private boolean startFirst(long nowMillis) {
    boolean begun = feeding.start(nowMillis);
    retriesTurn |= begun;
    return begun;
  }

  /** A URL works again. */
  void recovered(int url, long nowMillis) {
    rounds.recovered(url, nowMillis);
  }

  /** The list of URLs is another. */
  void replan(int[] from, long nowMillis) {
    rounds.replan(from, nowMillis);
  }

  /** A pause begins or ends. */
  void paused(boolean paused, long nowMillis) {
    if (paused) {
      windows.pauses().pause(nowMillis);
    } else {
      open.shiftWindows(windows.pauses().resume(nowMillis));
    }
    changes.add();
  }

  /** All URLs are failing now, or no longer. */
  void held(boolean held, long nowMillis) {
    if (held) {
      windows.forgetBefore(readTo());
      windows.holds().begin(nowMillis);
    } else {
      windows.holds().end(Math.max(readTo(), effects.livePosition()));
    }
    changes.add();
  }
}
