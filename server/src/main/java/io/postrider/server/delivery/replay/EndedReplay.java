package io.postrider.server.delivery.replay;

import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import java.time.Instant;

/** The end of a replay in one partition. */
public record EndedReplay(
    DestinationId destination, int partition, ReplayProgress progress, Instant at) {

  /** The ID of the replay. */
  public long id() {
    return progress.replay().id();
  }
}
