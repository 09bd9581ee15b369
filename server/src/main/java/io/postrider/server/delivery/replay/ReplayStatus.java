package io.postrider.server.delivery.replay;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The status of a replay.
 *
 * @param orderedAt when the replay was ordered
 * @param onlyFailed whether it sends only failed deliveries
 * @param endedAt null while it runs
 * @param progress the processed share of the log span, from 0 to 1
 * @param order null if it is unknown
 */
public record ReplayStatus(
    long id,
    State state,
    Instant orderedAt,
    boolean onlyFailed,
    @Nullable Instant endedAt,
    long taken,
    long delivered,
    long failed,
    long skipped,
    double progress,
    @Nullable ReplayOrder order) {

  /** The state of a replay. */
  public enum State {
    RUNNING,
    /** The destination is paused or its URLs are failing. */
    WAITING,
    /** It has ended, and nothing failed or something was delivered. */
    FINISHED,
    /** It has ended, some deliveries failed and none succeeded. */
    FAILED,
    CANCELLED
  }

  /**
   * A replay in one partition.
   *
   * @param endedAt null while it runs
   */
  public record Part(
      DestinationId destination,
      int partition,
      ReplayProgress progress,
      @Nullable Instant endedAt) {

    public long id() {
      return progress.replay().id();
    }

    /** The processed share of the span, from 0 to 1; open deliveries do not count. */
    private double done() {
      if (endedAt != null && !progress.cancelled()) {
        return 1;
      }
      Replay replay = progress.replay();
      long length = Math.max(1, replay.toOffset() - replay.fromOffset());
      long passed = progress.position() - replay.fromOffset() - progress.open();
      return Math.clamp(passed / (double) length, 0, 1);
    }
  }

  /**
   * Joins the parts of one replay.
   *
   * @param waits whether the destination is paused or held
   */
  public static ReplayStatus of(
      Collection<Part> parts, boolean waits, @Nullable ReplayOrder order) {
    long taken = 0;
    long delivered = 0;
    long failed = 0;
    long skipped = 0;
    double share = 0;
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
      share += part.done();
      running |= part.endedAt() == null;
      last = part.endedAt() == null || part.endedAt().isBefore(last) ? last : part.endedAt();
    }
    State open = waits ? State.WAITING : State.RUNNING;
    State done = delivered == 0 && failed > 0 ? State.FAILED : State.FINISHED;
    State ended = cancelled ? State.CANCELLED : done;
    Replay replay = parts.iterator().next().progress().replay();
    return new ReplayStatus(
        replay.id(),
        running ? open : ended,
        Instant.ofEpochMilli(replay.id()),
        replay.onlyFailed(),
        running ? null : last,
        taken,
        delivered,
        failed,
        skipped,
        share / parts.size(),
        order);
  }
}
