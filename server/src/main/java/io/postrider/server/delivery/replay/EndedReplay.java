package io.postrider.server.delivery.replay;

import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import java.time.Instant;

/** How a replay ended in one partition, and when. */
public record EndedReplay(
    DestinationId destination, int partition, ReplayProgress progress, Instant at) {

  /** The id of the replay. */
  public long id() {
    return progress.replay().id();
  }
}
