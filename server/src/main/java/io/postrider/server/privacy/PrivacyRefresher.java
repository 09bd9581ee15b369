package io.postrider.server.privacy;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;

/**
 * The background task that applies regulations made on other nodes, and completes missing audit
 * entries. A test calls {@link #refresh} instead of starting the task.
 */
final class PrivacyRefresher implements AutoCloseable {

  /** Short enough that a change applies on all nodes within two seconds. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private final LiveSuppression suppression;
  private final LiveTombstones tombstones;
  private final RegulationAuditor auditor;
  private final BackgroundTask task;

  PrivacyRefresher(
      LiveSuppression suppression, LiveTombstones tombstones, RegulationAuditor auditor) {
    this.suppression = suppression;
    this.tombstones = tombstones;
    this.auditor = auditor;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL,
                    "privacy-follower",
                    "Cannot read regulations; the last known suppressions stay in force.")
                .backoff(INTERVAL, INTERVAL),
            this::refresh);
  }

  void start() {
    task.start();
  }

  /** Applies all stored regulations. */
  boolean refresh() {
    suppression.refresh();
    tombstones.refresh();
    auditor.catchUp();
    return false;
  }

  @Override
  public void close() {
    task.close();
  }
}
