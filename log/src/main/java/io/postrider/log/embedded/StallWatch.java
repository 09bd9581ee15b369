package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.time.Duration;

/**
 * Notices that a commit or a roll does not return, because the disk is frozen, and that it
 * returned. While it is stalled, the log accepts no appends; those that are queued complete or fail
 * with the commit.
 *
 * <p>One thread, or a test, drives it. It never touches the disk.
 */
final class StallWatch {

  private final LogWriter writer;
  private final LogView view;
  private final Duration limit;

  StallWatch(LogWriter writer, LogView view, Duration limit) {
    this.writer = writer;
    this.view = view;
    this.limit = limit;
  }

  /** Changes the state if the disk stalls, or no longer does. */
  void check(long nowNanos) {
    boolean stalled = writer.workingNanos(nowNanos) > limit.toNanos();
    LogState state = view.state();
    if (stalled && state instanceof LogState.Running) {
      view.replaceState(state, new LogState.Stalled(reason()));
    } else if (!stalled && state instanceof LogState.Stalled) {
      view.replaceState(state, new LogState.Running());
    }
  }

  private String reason() {
    return "the log's disk does not respond: a write has taken more than "
        + limit.toMillis() / 1_000.0
        + " seconds";
  }
}
