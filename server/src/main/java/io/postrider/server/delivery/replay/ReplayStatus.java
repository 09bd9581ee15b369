package io.postrider.server.delivery.replay;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Where a replay stands.
 *
 * @param orderedAt when it was ordered
 * @param onlyFailed whether it takes only what failed
 * @param endedAt null while it runs
 * @param progress how much of its stretch is behind it, from 0 to 1
 * @param wording how it was ordered; null if that is not known
 */
public record ReplayStatus(
    long id,
    Instant orderedAt,
    boolean onlyFailed,
    @Nullable Instant endedAt,
    boolean cancelled,
    long taken,
    long delivered,
    long failed,
    long skipped,
    double progress,
    @Nullable String wording) {

  /**
   * Where it stands in one partition.
   *
   * @param endedAt null while it runs
   */
  record Part(int partition, ReplayProgress progress, @Nullable Instant endedAt) {

    long id() {
      return progress.replay().id();
    }

    /** How much of its stretch is behind it, from 0 to 1; what is still open is not. */
    private double done() {
      Replay replay = progress.replay();
      long length = Math.max(1, replay.toOffset() - replay.fromOffset());
      long passed = progress.position() - replay.fromOffset() - progress.open();
      return endedAt != null && !progress.cancelled()
          ? 1
          : Math.clamp(passed / (double) length, 0, 1);
    }
  }

  /** A replay of which these are all parts. */
  static ReplayStatus of(Collection<Part> parts, @Nullable String wording) {
    long taken = 0;
    long delivered = 0;
    long failed = 0;
    long skipped = 0;
    double done = 0;
    boolean cancelled = false;
    boolean running = false;
    Instant last = Instant.MIN;
    for (Part part : parts) {
      ReplayProgress progress = part.progress();
      taken += progress.taken();
      delivered += progress.delivered();
      failed += progress.failed();
      skipped += progress.skipped();
      cancelled |= progress.cancelled();
      done += part.done();
      running |= part.endedAt() == null;
      last = part.endedAt() == null || part.endedAt().isBefore(last) ? last : part.endedAt();
    }
    Replay replay = parts.iterator().next().progress().replay();
    return new ReplayStatus(
        replay.id(),
        Instant.ofEpochMilli(replay.id()),
        replay.onlyFailed(),
        running ? null : last,
        cancelled,
        taken,
        delivered,
        failed,
        skipped,
        done / parts.size(),
        wording);
  }
}
