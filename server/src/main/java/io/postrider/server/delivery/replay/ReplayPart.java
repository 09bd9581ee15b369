package io.postrider.server.delivery.replay;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replay in one partition.
 *
 * @param endedAt null while it runs
 */
public record ReplayPart(
    DestinationId destination, int partition, ReplayProgress progress, @Nullable Instant endedAt) {

  public long id() {
    return progress.replay().id();
  }

  /** The processed share of the span, from 0 to 1; open deliveries do not count. */
  double done() {
    if (endedAt != null && !progress.cancelled()) {
      return 1;
    }
    Replay replay = progress.replay();
    long length = Math.max(1, replay.toOffset() - replay.fromOffset());
    long passed = progress.position() - replay.fromOffset() - progress.open();
    return Math.clamp(passed / (double) length, 0, 1);
  }
}
