package io.postrider.server.privacy;

import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps a node in step with what other nodes were asked, and catches up with what
 * the audit trail was not told of. A test calls {@link #follow} instead of starting it.
 */
final class PrivacyRefresher implements AutoCloseable {

  /** How often the store is asked, so that a change is in force everywhere within two seconds. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger logger = LoggerFactory.getLogger(PrivacyRefresher.class);

  private final LiveSuppression suppression;
  private final LiveTombstones tombstones;
  private final RegulationAuditor audit;
  private final InstantSource time;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("privacy-follower").daemon().factory());

  PrivacyRefresher(
      LiveSuppression suppression,
      LiveTombstones tombstones,
      RegulationAuditor audit,
      InstantSource time) {
    this.suppression = suppression;
    this.tombstones = tombstones;
    this.audit = audit;
    this.time = time;
  }

  /** Starts following. */
  static PrivacyRefresher start(
      LiveSuppression suppression,
      LiveTombstones tombstones,
      RegulationAuditor audit,
      InstantSource time) {
    PrivacyRefresher follower = new PrivacyRefresher(suppression, tombstones, audit, time);
    ScheduledFuture<?> _ =
        follower.executor.scheduleWithFixedDelay(
            follower::carefully, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return follower;
  }

  private void carefully() {
    try {
      follow();
    } catch (RuntimeException bug) {
      logger.error("Requests about users could not be followed; trying again.", bug);
    }
  }

  /** Brings into force what others were asked until now. */
  void follow() {
    suppression.follow(time.instant());
    try {
      tombstones.refresh();
      audit.catchUp();
    } catch (DatabaseUnavailableException away) {
      // said by the suppressions already, which are kept in the same place
    }
  }

  /** Stops asking; a question that is under way ends by itself. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
