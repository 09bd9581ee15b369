package io.postrider.server.ledger;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The background task that forgets gaps with the ledger's retention: once the entries of their time
 * are deleted. A test calls {@link #step} instead of starting the task.
 */
final class GapPruner implements AutoCloseable {

  static final Duration INTERVAL = Duration.ofMinutes(10);

  private final GapStore gaps;
  private final Supplier<Optional<Instant>> oldest;
  private final Duration retention;
  private final InstantSource time;
  private final BackgroundTask task;

  /**
   * @param oldest the time of the oldest entry, if older ones were deleted; asks the disk
   * @param retention how long gaps stay while no entry was deleted
   */
  GapPruner(
      GapStore gaps, Supplier<Optional<Instant>> oldest, Duration retention, InstantSource time) {
    this.gaps = gaps;
    this.oldest = oldest;
    this.retention = retention;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                INTERVAL, "ledger-gaps", "Cannot forget expired gaps of the ledger; retrying."),
            this::step);
  }

  GapPruner start() {
    BackgroundTask _ = task.start();
    return this;
  }

  /** Forgets expired gaps; there is never more to do. */
  boolean step() {
    gaps.forgetBefore(oldest.get().orElseGet(() -> time.instant().minus(retention)));
    return false;
  }

  @Override
  public void close() {
    task.close();
  }
}
