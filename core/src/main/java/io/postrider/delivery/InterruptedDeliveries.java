package io.postrider.delivery;

/**
 * What a process left unfinished when it ended, from its cursor: open deliveries, the replay, and
 * ends that the ledger does not tell yet. Belongs to the machine's thread.
 */
final class InterruptedDeliveries {

  private final DestinationLimits limits;
  private final Effects effects;
  private final OpenDeliveries open;
  private final RoundScheduler scheduler;
  private final ReplayRun replay;
  private final UntoldRanges untold;
  private boolean ended;

  InterruptedDeliveries(
      DestinationLimits limits,
      Effects effects,
      OpenDeliveries open,
      RoundScheduler scheduler,
      ReplayRun replay,
      UntoldRanges untold) {
    this.limits = limits;
    this.effects = effects;
    this.open = open;
    this.scheduler = scheduler;
    this.replay = replay;
    this.untold = untold;
  }

  /** Restores open deliveries and the running replay. */
  void reopen(CursorState state) {
    ReplayProgress progress = state.replay();
    if (progress != null) {
      replay.restore(
          progress.replay(),
          progress.position(),
          progress.taken(),
          progress.delivered(),
          progress.failed());
    }
    int[] from = limits.indexesIn(state.urls());
    for (OpenDelivery delivery : state.open()) {
      delivery.remap(from);
      if (delivery.isUnsent()) {
        delivery.windowEndMillis(RetryWindow.NOT_BEGUN);
      }
      if (delivery.allRefused(limits.size())) {
        // the URLs that had not refused it were removed from the settings
        delivery.windowEndMillis(0);
      }
      open.add(delivery);
      if (!delivery.isCancelled() && !delivery.isSuperseded()) {
        open.schedule(delivery);
      }
      if (delivery.isReplay() && replay.isRunning() && !delivery.isCancelled()) {
        replay.reopened();
      }
    }
  }

  /** Ends, once and before anything else, what had been cancelled or superseded. */
  void end() {
    if (ended) {
      return;
    }
    ended = true;
    for (OpenDelivery delivery : open.sorted()) {
      if (delivery.isInFlight()) {
        continue;
      }
      if (delivery.isSuperseded()) {
        scheduler.ends().finish(delivery, FinalStatus.SUPERSEDED, delivery.failure());
      } else if (delivery.isCancelled()) {
        scheduler.ends().finish(delivery, FinalStatus.CANCELLED, delivery.failure());
      }
    }
    untold.list().forEach(range -> effects.cancelled(range.from(), range.to()));
  }
}
