package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a replay, a few at a time: only what live delivery has settled, and only
 * while live delivery has nothing to start. Replayed messages become open deliveries.
 */
final class ReplayFeed {

  private final ReplayRun run;
  private final DestinationLimits limits;
  private final Effects effects;
  private final RoundScheduler scheduler;
  private final FailureIndex failures;
  private final ChangeCounter changes;
  private boolean feedPending;

  /** The end of the requested range. */
  private long requestedTo;

  /** Whether the pending request belongs to a replay that no longer runs. */
  private boolean stale;

  ReplayFeed(
      ReplayRun run,
      DestinationLimits limits,
      Effects effects,
      RoundScheduler scheduler,
      FailureIndex failures,
      ChangeCounter changes) {
    this.run = run;
    this.limits = limits;
    this.effects = effects;
    this.scheduler = scheduler;
    this.failures = failures;
    this.changes = changes;
  }

  boolean start(Replay replay, long readTo) {
    if (run.isRunning()) {
      return false;
    }
    long from = Math.max(0, replay.fromOffset());
    long to = Math.max(from, Math.min(replay.toOffset(), readTo));
    run.start(new Replay(replay.id(), from, to, replay.onlyFailed()));
    changes.add();
    return true;
  }

  void cancel() {
    ReplayProgress progress = run.progress(true);
    if (progress != null) {
      scheduler.cancelReplayed();
      run.stop();
      stale = feedPending;
      changes.add();
      effects.replayEnded(progress);
    }
  }

  /** Takes as many messages as there is room for. */
  void advance(boolean liveIsQuiet, long nowMillis) {
    Replay replay = run.replay();
    if (replay == null) {
      return;
    }
    if (liveIsQuiet && !limits.isPaused()) {
      if (replay.onlyFailed()) {
        takeUndelivered(replay, nowMillis);
      } else if (!feedPending && isHalfEmpty() && run.position() < replay.toOffset()) {
        request(run.position(), replay.toOffset(), false);
      }
    }
    if (run.position() >= replay.toOffset() && run.open() == 0) {
      ReplayProgress progress = run.progress(false);
      run.stop();
      changes.add();
      if (progress != null) {
        effects.replayEnded(progress);
      }
    }
  }

  /** Whether there is enough room to make a read worthwhile. */
  private boolean isHalfEmpty() {
    return room() > 0 && run.open() <= limits.rules().replayOpen() / 2;
  }

  /** The room for replayed messages; while all URLs are failing, one as a probe. */
  private int room() {
    DeliveryRules rules = limits.rules();
    if (limits.isHeld()) {
      return scheduler.open().size() == 0 ? 1 : 0;
    }
    return Math.min(rules.replayOpen() - run.open(), limits.maxOpen() - scheduler.open().size());
  }

  /** Takes failed messages up to the next cancelled range, which must be read first. */
  private void takeUndelivered(Replay replay, long nowMillis) {
    boolean any = false;
    while (!feedPending && room() > 0 && run.position() < replay.toOffset()) {
      long cancelled = failures.nextCancelled(run.position(), replay.toOffset());
      long end = cancelled < 0 ? replay.toOffset() : cancelled;
      long offset = failures.nextFailed(run.position(), end);
      run.position(offset < 0 ? end : offset + 1);
      changes.add();
      if (offset >= 0 && scheduler.open().find(offset) == null) {
        run.took();
        scheduler.openForReplay(offset, nowMillis);
        any = true;
      } else if (offset < 0 && cancelled >= 0) {
        request(cancelled, Math.min(replay.toOffset(), failures.endOfCancelled(cancelled)), true);
      }
    }
    while (any && scheduler.retry(true, false, nowMillis)) {
      // start as many as possible
    }
  }

  private void request(long from, long to, boolean onlyRouted) {
    feedPending = true;
    requestedTo = to;
    effects.feedReplay(from, to, room(), onlyRouted);
  }

  void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    Replay replay = answered();
    if (replay == null) {
      return;
    }
    changes.add();
    for (Candidate candidate : candidates) {
      long offset = candidate.offset();
      if (offset < run.position() || offset >= requestedTo) {
        continue;
      }
      if (room() <= 0) {
        run.position(offset);
        return;
      }
      run.position(offset + 1);
      if (scheduler.open().find(offset) != null || (replay.onlyFailed() && !isCancelled(offset))) {
        continue;
      }
      run.took();
      if (scheduler.canStartReplay(nowMillis)) {
        scheduler.firstOfReplay(offset, candidate.record(), nowMillis);
      } else {
        scheduler.openForReplay(offset, nowMillis);
      }
    }
    skipTo(nextOffset);
  }

  private boolean isCancelled(long offset) {
    return failures.at(offset) instanceof DeliveryStatus.Cancelled;
  }

  void expired(long firstOffset) {
    Replay replay = answered();
    if (replay != null) {
      changes.add();
      skipTo(firstOffset);
    }
  }

  private void skipTo(long offset) {
    run.position(Math.max(run.position(), Math.min(requestedTo, offset)));
  }

  private @Nullable Replay answered() {
    boolean current = feedPending && !stale;
    feedPending = false;
    stale = false;
    return current ? run.replay() : null;
  }
}
