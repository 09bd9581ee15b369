package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state machine that delivers one partition's messages to one destination. It does no I/O and
 * has no thread and no clock: a driver passes in events with their time, and the machine calls
 * {@link Effects} in return. That time is in milliseconds and never jumps; when a machine is
 * created it equals the wall clock's epoch milliseconds. {@link WallClock} has the difference.
 *
 * <p>Belongs to one thread, together with its {@link DestinationLimits}. An effect must not call an
 * input. After each input, {@link DestinationLimits#nextWakeUp} says when to {@link #tick}.
 */
public final class DeliveryMachine {

  private final DestinationLimits limits;
  private final Effects effects;
  private final ChangeCounter changes = new ChangeCounter();
  private final ReplayRun replay = new ReplayRun();
  private final OpenDeliveries open;
  private final FailureIndex failures;
  private final RetryWindow windows;
  private final RoundScheduler scheduler;
  private final UntoldRanges untold;
  private final InterruptedDeliveries interrupted;
  private final MessageFeed feed;
  private final ReplayFeed replayFeed;
  private final CursorTracker cursorTracker;

  /** Whether a retry comes before a first round if only one of them can start. */
  private boolean retriesTurn;

  private boolean started;
  private boolean retired;

  private DeliveryMachine(
      CursorState state,
      FailureIndex failures,
      DestinationLimits limits,
      Effects effects,
      QueueBudget budget) {
    DeliveryRules rules = limits.rules();
    this.limits = limits;
    this.effects = effects;
    this.failures = failures;
    open = new OpenDeliveries(limits.size());
    windows =
        new RetryWindow(
            rules.retryWindow().toMillis(),
            new Holds(state.holds()),
            new Pauses(state.pauses(), state.pausedSinceMillis()),
            limits.wallClock());
    DeliveryEnds ends = new DeliveryEnds(limits, effects, open, failures, replay, changes);
    scheduler = new RoundScheduler(limits, effects, open, windows, ends, changes);
    WaitingQueue queue = new WaitingQueue(rules.queueMessages(), rules.queueBytes(), budget);
    untold = new UntoldRanges(state.untold());
    interrupted = new InterruptedDeliveries(limits, effects, open, scheduler, replay, untold);
    feed = new MessageFeed(effects, scheduler, failures, queue, untold, state.readTo());
    replayFeed = new ReplayFeed(replay, limits, effects, scheduler, failures, changes);
    cursorTracker =
        new CursorTracker(limits, feed, open, windows, replay, untold, failures, changes);
  }

  /**
   * Creates a machine that starts at an offset; level if live reading is not beyond it. It does
   * nothing before its first input, and is due at once.
   *
   * @param failures the saved statuses of earlier messages
   * @throws CursorCorruptException if the failures are corrupt
   */
  public static DeliveryMachine startAt(
      long offset,
      Collection<EncodedFailureChunk> failures,
      DestinationLimits limits,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    return open(CursorState.startAt(offset), failures, limits, effects, budget, nowMillis);
  }

  /**
   * Restores a machine from its saved state. What was in flight is due at once.
   *
   * @throws CursorCorruptException if the cursor or the failures are corrupt
   */
  public static DeliveryMachine restore(
      SavedCursor saved,
      DestinationLimits limits,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    CursorState decoded = CursorCodec.decode(saved.cursor());
    long fromWallMillis = saved.clockStepMillis() - limits.wallClock().shiftMillis();
    CursorState stepped = SavedTimes.moved(decoded, fromWallMillis);
    CursorState state = SavedTimes.bounded(stepped, limits.rules(), nowMillis);
    return open(state, saved.failures(), limits, effects, budget, nowMillis);
  }

  private static DeliveryMachine open(
      CursorState state,
      Collection<EncodedFailureChunk> failures,
      DestinationLimits limits,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    DeliveryMachine machine =
        new DeliveryMachine(state, FailureIndex.of(failures), limits, effects, budget);
    machine.interrupted.reopen(state);
    machine.begin(nowMillis);
    return machine;
  }

  /** Registers with the limits, and updates holds and pauses for the time since the save. */
  private void begin(long nowMillis) {
    limits.register(this);
    windows.holds().end(Math.max(readTo(), effects.livePosition()));
    if (limits.isHeld()) {
      windows.holds().begin(nowMillis);
    }
    if (limits.isPaused()) {
      windows.pauses().pause(nowMillis);
    } else {
      open.shiftWindows(windows.pauses().resume(nowMillis));
    }
  }

  /** Begins an input; false if the machine is retired. */
  private boolean enter() {
    if (!retired) {
      limits.enter();
    }
    return !retired;
  }

  // ---- reading

  /**
   * Offers a live message for this destination, in offset order. Ignored unless {@link
   * #isCaughtUp}. Blocks without such a message need no call.
   */
  public void offer(long offset, RecordView record, long nowMillis) {
    if (enter()) {
      limits.passed(nowMillis);
      feed.offer(offset, record, nowMillis);
      limits.leave();
    }
  }

  /**
   * Answers {@link Effects#feed}. The machine requests again what it has no room for.
   *
   * @param candidates the messages for this destination, in offset order
   * @param nextOffset the first offset that was not read
   */
  public void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    if (enter()) {
      limits.passed(nowMillis);
      feed.fed(candidates, nextOffset, nowMillis);
      limits.leave(nowMillis);
    }
  }

  /** Answers {@link Effects#feed} if the log starts after the requested offset. */
  public void feedExpired(long firstOffset, long nowMillis) {
    if (enter()) {
      feed.expired(firstOffset);
      limits.leave(nowMillis);
    }
  }

  public void readAgain(long offset, RecordView record, long nowMillis) {
    if (enter()) {
      scheduler.readAgain(offset, record, nowMillis);
      limits.leave(nowMillis);
    }
  }

  /** Answers {@link Effects#read} if the log no longer has the record. */
  public void gone(long offset, long nowMillis) {
    if (enter()) {
      scheduler.gone(offset);
      limits.leave(nowMillis);
    }
  }

  /** Answers {@link Effects#recall}. */
  public void recalled(long offset, boolean delivered, long nowMillis) {
    if (enter()) {
      scheduler.ends().recalled(offset, delivered, nowMillis);
      limits.leave(nowMillis);
    }
  }

  // ---- delivering

  /**
   * Reports the outcome of one attempt of {@link Effects#post}.
   *
   * @throws IllegalStateException if it was reported before
   */
  public void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    limits.enter();
    if (retired) {
      limits.ended(attempt, outcome, nowMillis);
    } else {
      scheduler.ended(attempt, outcome, nowMillis);
    }
    limits.leave(nowMillis);
  }

  /** When {@link #tick} has work to do; {@link Long#MAX_VALUE} if only an input brings some. */
  public long nextWakeUp() {
    if (!started) {
      return Long.MIN_VALUE;
    }
    if (limits.isResting() || !effects.maySend()) {
      return Long.MAX_VALUE;
    }
    boolean asProbe = limits.isHeld() && (feed.queue().isEmpty() || scheduler.isFull());
    long next = scheduler.nextWakeUp(feed.isQuiet(), asProbe);
    if (!feed.queue().isEmpty()) {
      if (!scheduler.isFull() && effects.hasRoom()) {
        long rateMillis = limits.rate().openAtMillis();
        next = Math.min(next, Math.max(limits.firstAtMillis(), rateMillis));
      }
      if (limits.isHeld()) {
        next = Math.min(next, feed.heldEndMillis(windows));
      }
    }
    return next;
  }

  public void tick(long nowMillis) {
    limits.tick(nowMillis);
  }

  // ---- configuration changes

  /**
   * Applies new settings to all machines that share the limits; repeated calls have no effect. New
   * URLs are due at once; a message that every remaining URL refused fails.
   */
  public void apply(DeliverySettings settings, long nowMillis) {
    limits.enter();
    limits.apply(settings, nowMillis);
    limits.leave(nowMillis);
  }

  /**
   * Cancels pending deliveries below an offset, because the destination was disabled there.
   * Attempts in flight finish, and count if they deliver. Reading continues at that offset.
   */
  public void cancel(long upToOffset, long nowMillis) {
    if (enter()) {
      interrupted.end();
      replayFeed.cancel();
      scheduler.cancelBefore(upToOffset);
      feed.cancelBefore(upToOffset);
      limits.leave(nowMillis);
    }
  }

  /**
   * Answers {@link Effects#cancelled}: the ends of a range, or of its beginning, are recorded. What
   * is not answered is requested again after a restart.
   */
  public void told(long fromOffset, long toOffset) {
    if (untold.told(fromOffset, toOffset)) {
      changes.add();
    }
  }

  /**
   * Starts a replay. Its range ends at {@link #readTo} at the latest; live delivery handles the
   * rest.
   *
   * @return false if a replay is running
   */
  public boolean startReplay(Replay replay, long nowMillis) {
    if (!enter()) {
      return false;
    }
    boolean begun = replayFeed.start(replay, readTo());
    limits.leave(nowMillis);
    return begun;
  }

  /** Answers {@link Effects#feedReplay}, like {@link #fed}. */
  public void replayFed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    if (enter()) {
      replayFeed.fed(candidates, nextOffset, nowMillis);
      limits.leave(nowMillis);
    }
  }

  /** Answers {@link Effects#feedReplay} if the log starts after the requested offset. */
  public void replayExpired(long firstOffset, long nowMillis) {
    if (enter()) {
      replayFeed.expired(firstOffset);
      limits.leave(nowMillis);
    }
  }

  /**
   * Cancels the running replay, if any. Its open deliveries end and keep their former status.
   * Attempts in flight finish, and count if they deliver.
   */
  public void cancelReplay(long nowMillis) {
    if (enter()) {
      replayFeed.cancel();
      limits.leave(nowMillis);
    }
  }

  /** Forgets failure chunks that lie entirely before the log's first offset. */
  public void forgetBefore(long firstOffset) {
    failures.forgetBefore(firstOffset);
  }

  /** Releases the limits and memory. After that, only {@link #ended} has an effect. */
  public void retire() {
    if (!retired) {
      retired = true;
      limits.unregister(this);
      scheduler.releaseAll();
      feed.queue().clear();
    }
  }

  /**
   * The state to save, or empty if nothing changed since the last {@link #flushed}. Do not call
   * between two offers of one block.
   */
  public Optional<CursorChange> changes() {
    return cursorTracker.changes();
  }

  public void flushed(CursorChange change) {
    cursorTracker.flushed(change);
  }

  // ---- state

  /** Whether the machine takes live messages. If not, it is behind and reads by itself. */
  public boolean isCaughtUp() {
    return feed.isCaughtUp();
  }

  /** The first offset that was not dispatched. Every delivery below it is open or settled. */
  public long readTo() {
    return feed.readTo();
  }

  public long neededFrom() {
    return cursorTracker.neededFrom();
  }

  /** The number of messages in memory that wait for their first round. */
  public int queued() {
    return feed.queue().size();
  }

  /** The number of open deliveries: started and not ended. */
  public int open() {
    return open.size();
  }

  /** Whether nothing is open and every cancelled range is recorded. */
  public boolean isSettled() {
    return open.size() == 0 && untold.isEmpty();
  }

  public long failed() {
    return failures.failed();
  }

  /** Undelivered offsets before an offset, latest first; cancelled ranges may include others. */
  public List<Long> undeliveredBefore(long offset, int most) {
    return failures.undeliveredBefore(offset, most);
  }

  /** The recorded status of an undelivered message, also during its replay; or null. */
  public @Nullable DeliveryStatus recordedStatus(long offset) {
    return failures.at(offset);
  }

  public DeliveryStatus status(long offset) {
    OpenDelivery delivery = open.find(offset);
    if (delivery != null) {
      return delivery.status(limits);
    }
    if (offset >= readTo()) {
      return new DeliveryStatus.Waiting();
    }
    DeliveryStatus recorded = failures.at(offset);
    return recorded == null ? new DeliveryStatus.Settled() : recorded;
  }

  /** When the delivery failed; null if it did not fail or the time is unknown. */
  public @Nullable Instant failedAt(long offset) {
    long millis = failures.failedAtMillis(offset);
    return millis == FailureTimes.UNKNOWN ? null : Instant.ofEpochMilli(millis);
  }

  public @Nullable ReplayProgress replay() {
    return replay.progress(false);
  }

  // ---- for the limits

  /** Whether a round could start if the limits allowed it. */
  boolean isWaiting(long nowMillis) {
    return effects.maySend() && (!feed.queue().isEmpty() || scheduler.isDue(nowMillis));
  }

  /** Starts whatever can start now. */
  void advance(long nowMillis) {
    started = true;
    interrupted.end();
    if (limits.isStopped() || !effects.maySend()) {
      return;
    }
    if (limits.isPaused()) {
      feed.advance();
      return;
    }
    scheduler.ends().expire(nowMillis);
    boolean going = true;
    while (going) {
      if (limits.isHeld()) {
        feed.expireHeld(windows, nowMillis);
        going = startRetry(nowMillis) || startFirst(nowMillis);
        // nothing else is there to probe with
        going = going || scheduler.retry(feed.isQuiet(), true, nowMillis);
      } else if (retriesTurn) {
        going = startRetry(nowMillis) || startFirst(nowMillis);
      } else {
        going = startFirst(nowMillis) || startRetry(nowMillis);
      }
    }
    feed.advance();
    replayFeed.advance(feed.isQuiet(), nowMillis);
  }

  private boolean startRetry(long nowMillis) {
    boolean retried = scheduler.retry(feed.isQuiet(), false, nowMillis);
    retriesTurn &= !retried;
    return retried;
  }

  private boolean startFirst(long nowMillis) {
    boolean begun = feed.start(nowMillis);
    retriesTurn |= begun;
    return begun;
  }

  /** The earliest end of a retry window after a time, among the open deliveries that wait. */
  long windowEndAfterMillis(long millis) {
    return open.windows().firstAfterMillis(millis);
  }

  /** Makes deliveries due that wait for a URL. */
  void hasten(int url, boolean retryAfterToo, long nowMillis) {
    scheduler.hasten(url, retryAfterToo, nowMillis);
  }

  void urlsChanged(int[] from, long nowMillis) {
    scheduler.urlsChanged(from, nowMillis);
  }

  void paused(boolean paused, long nowMillis) {
    if (paused) {
      windows.pauses().pause(nowMillis);
    } else {
      open.shiftWindows(windows.pauses().resume(nowMillis));
    }
    changes.add();
  }

  /** Saves all times again, by the wall clock that has stepped. */
  void wallClockStepped() {
    changes.add();
  }

  /** Handles the begin or end of a hold: all URLs are failing, or no longer. */
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
