package io.postrider.server.privacy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;

/**
 * The privacy state of a node: the suppressed users in force, the hidden records, and the tasks
 * that refresh them and run deletions. May be called from any thread.
 */
public final class Privacy implements AutoCloseable {

  /** Short enough that a change applies on all nodes within two seconds. */
  static final Duration REFRESH_INTERVAL = Duration.ofSeconds(1);

  private final LiveSuppression suppression;
  private final LiveTombstones tombstones;
  private final RegulationAuditor auditor;
  private final BackgroundTask refresher;
  private final DeletionScheduler processor;

  Privacy(
      LiveSuppression suppression,
      LiveTombstones tombstones,
      RegulationAuditor auditor,
      DeletionScheduler processor) {
    this.suppression = suppression;
    this.tombstones = tombstones;
    this.auditor = auditor;
    this.refresher =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    REFRESH_INTERVAL,
                    "privacy-follower",
                    "Cannot read regulations; the last known suppressions stay in force.")
                .backoff(REFRESH_INTERVAL, REFRESH_INTERVAL),
            this::refresh);
    this.processor = processor;
  }

  /**
   * Starts the tasks.
   *
   * @param deletes whether this node runs deletions
   */
  Privacy start(boolean deletes, MeterRegistry metrics) {
    Gauge.builder("postrider.suppressed.users", suppression, live -> live.current().size())
        .description("Suppressions in force")
        .register(metrics);
    Gauge.builder(
            "postrider.suppressed.memory.bytes", suppression, live -> live.current().sizeBytes())
        .description("Memory of the suppressions in force")
        .register(metrics);
    BackgroundTask _ = refresher.start();
    if (deletes) {
      processor.start();
    }
    return this;
  }

  /** Applies the regulations made on other nodes, and completes missing audit entries. */
  boolean refresh() {
    suppression.refresh();
    tombstones.refresh();
    auditor.catchUp();
    return false;
  }

  public SuppressedUsers suppressed() {
    return suppression.current();
  }

  public LiveTombstones tombstones() {
    return tombstones;
  }

  /** Applies a stored regulation on this node, starts its deletion and audits it. */
  public void apply(Regulation regulation) {
    suppression.refresh();
    tombstones.refresh();
    if (regulation.type().deletes()) {
      processor.wake();
    }
    auditor.audit(regulation);
  }

  @Override
  public void close() {
    refresher.close();
    processor.close();
  }
}
