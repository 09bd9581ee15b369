package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of a replay, a few at a time: only what live delivery has settled or failed,
 * and only while live delivery has nothing to start. What is taken is an open delivery like any
 * other.
 */
final class ReplayFeed {

  private final ReplayRun run;
  private final DestinationLimits gates;
  private final Effects effects;
  private final RoundScheduler rounds;
  private final FailureIndex marks;
  private final ChangeCounter changes;
  private boolean feeding;

  /** Where the stretch ends that was asked for. */
  private long askedTo;

  /** Whether the answer to come was asked for by a replay that no longer runs. */
  private boolean stale;

  ReplayFeed(
      ReplayRun run,
      DestinationLimits gates,
      Effects effects,
      RoundScheduler rounds,
      FailureIndex marks,
      ChangeCounter changes) {
    this.run = run;
    this.gates = gates;
    this.effects = effects;
    this.rounds = rounds;
    this.marks = marks;
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
      rounds.cancelReplayed();
      run.stop();
      stale = feeding;
      changes.add();
      effects.replayEnded(progress);
    }
  }

  /** Takes what there is room for; called when live delivery has nothing to start. */
  void advance(boolean liveIsQuiet, long nowMillis) {
    Replay replay = run.replay();
    if (replay == null) {
      return;
    }
    if (liveIsQuiet && !gates.isPaused()) {
      if (replay.onlyFailed()) {
        takeUndelivered(replay, nowMillis);
      } else if (!feeding && isHalfEmpty() && run.position() < replay.toOffset()) {
        ask(run.position(), replay.toOffset(), false);
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

  /** Whether there is so much room that reading is worth its while. */
  private boolean isHalfEmpty() {
    return room() > 0 && run.open() <= gates.rules().replayOpen() / 2;
  }

  /** While all URLs are failing one message, to probe them with if live delivery has none. */
  private int room() {
    DeliveryRules rules = gates.rules();
    if (gates.isHeld()) {
      return rounds.open().size() == 0 ? 1 : 0;
    }
    return Math.min(rules.replayOpen() - run.open(), rules.maxOpen() - rounds.open().size());
  }

  /**
   * Takes what failed, up to what was cancelled next: of that not all was for the destination, so
   * it is read first.
   */
  private void takeUndelivered(Replay replay, long nowMillis) {
    boolean any = false;
    while (!feeding && room() > 0 && run.position() < replay.toOffset()) {
      long cancelled = marks.nextCancelled(run.position(), replay.toOffset());
      long end = cancelled < 0 ? replay.toOffset() : cancelled;
      long offset = marks.nextFailed(run.position(), end);
      run.position(offset < 0 ? end : offset + 1);
      changes.add();
      if (offset >= 0 && rounds.open().find(offset) == null) {
        run.took();
        rounds.openForReplay(offset, nowMillis);
        any = true;
      } else if (offset < 0 && cancelled >= 0) {
        ask(cancelled, Math.min(replay.toOffset(), marks.endOfCancelled(cancelled)), true);
      }
    }
    while (any && rounds.retry(true, nowMillis)) {
      // as many of them as can start
    }
  }

  private void ask(long from, long to, boolean onlyMeant) {
    feeding = true;
    askedTo = to;
    effects.feedReplay(from, to, room(), onlyMeant);
  }

  void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    Replay replay = answered();
    if (replay == null) {
      return;
    }
    changes.add();
    for (Candidate candidate : candidates) {
      long offset = candidate.offset();
      if (offset < run.position() || offset >= askedTo) {
        continue;
      }
      if (room() <= 0) {
        run.position(offset);
        return;
      }
      run.position(offset + 1);
      if (rounds.open().find(offset) != null || (replay.onlyFailed() && !isCancelled(offset))) {
        continue;
      }
      run.took();
      if (rounds.canStartReplay(nowMillis)) {
        rounds.firstOfReplay(offset, candidate.record(), nowMillis);
      } else {
        rounds.openForReplay(offset, nowMillis);
      }
    }
    skipTo(nextOffset);
  }

  private boolean isCancelled(long offset) {
    return marks.at(offset) instanceof DeliveryStatus.Cancelled;
  }

  void expired(long firstOffset) {
    Replay replay = answered();
    if (replay != null) {
      changes.add();
      skipTo(firstOffset);
    }
  }

  private void skipTo(long offset) {
    run.position(Math.max(run.position(), Math.min(askedTo, offset)));
  }

  private @Nullable Replay answered() {
    boolean meant = feeding && !stale;
    feeding = false;
    stale = false;
    return meant ? run.replay() : null;
  }
}
