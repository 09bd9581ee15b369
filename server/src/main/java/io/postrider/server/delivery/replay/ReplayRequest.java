package io.postrider.server.delivery.replay;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;

/**
 * A part of a replay that the owner of its partition runs, whichever node that is; until it ends.
 *
 * @param cancelled whether it is to end
 */
public record ReplayRequest(
    DestinationId destination, int partition, Replay replay, boolean cancelled) {

  /** The part before its owner has started it. */
  public ReplayStatus.Part unstarted() {
    return new ReplayStatus.Part(
        destination,
        partition,
        new ReplayProgress(replay, replay.fromOffset(), 0, 0, 0, 0, false),
        null);
  }
}
