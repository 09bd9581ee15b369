package io.postrider.delivery.simulation;

import io.postrider.delivery.FinalStatus;
import org.jspecify.annotations.Nullable;

/** The expected and the actual status of one message at one destination. */
final class ModelDelivery {

  /**
   * The final status.
   *
   * @param before the final status before a replay
   */
  record Ending(FinalStatus status, long stamp, @Nullable Ending before) {}

  final SimulatedMessage message;
  final boolean eligible;
  final long pausedBefore;
  final long pausedWhileUpBefore;
  @Nullable DeliveryHistory live;
  @Nullable DeliveryHistory replay;

  /** Whether a receiver accepted it since it was last unsettled. */
  boolean taken;

  private @Nullable Ending ending;
  private @Nullable DeliveryHistory endedReplay;
  private long replayEndedStamp;

  ModelDelivery(SimulatedMessage message, boolean eligible, SimulatedDestination destination) {
    this.message = message;
    this.eligible = eligible;
    this.pausedBefore = destination.pausedMillis(message.acceptedAtMillis());
    this.pausedWhileUpBefore = destination.pausedWhileUpMillis(message.acceptedAtMillis());
  }

  /** Whether it is settled. */
  boolean isSettled() {
    return !eligible || ending != null;
  }

  @Nullable FinalStatus status() {
    return ending == null ? null : ending.status;
  }

  void end(FinalStatus status, long stamp) {
    ending = new Ending(status, stamp, ending);
  }

  /** The replay of it ended. */
  void endReplay(long stamp) {
    endedReplay = replay;
    replayEndedStamp = stamp;
    replay = null;
  }

  /** The process died: forgets what was not saved. */
  void revert(long stamp) {
    while (ending != null && ending.stamp > stamp) {
      ending = ending.before;
    }
    taken &= ending != null;
    live = revert(live, stamp);
    if (replay == null && replayEndedStamp > stamp) {
      replay = endedReplay;
    }
    replay = revert(replay, stamp);
  }

  private static @Nullable DeliveryHistory revert(@Nullable DeliveryHistory history, long stamp) {
    if (history == null || history.stamp > stamp) {
      return null;
    }
    history.revert(stamp);
    return history;
  }

  @Override
  public String toString() {
    return "message " + message + " (" + (ending == null ? "unsettled" : ending.status) + ")";
  }
}
