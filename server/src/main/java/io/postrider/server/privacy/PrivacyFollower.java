package io.postrider.server.privacy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that keeps a {@link LiveSuppression} in step with what other nodes change. */
public final class SuppressionFollower implements AutoCloseable {

  /** How often the store is asked, so that a change is in force everywhere within two seconds. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger logger = LoggerFactory.getLogger(SuppressionFollower.class);

  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("suppression-follower").daemon().factory());
  private final ScheduledFuture<?> following;

  private SuppressionFollower(LiveSuppression live, InstantSource clock) {
    this.following =
        executor.scheduleWithFixedDelay(
            () -> follow(live, clock),
            INTERVAL.toMillis(),
            INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Starts following. */
  public static SuppressionFollower start(LiveSuppression live, InstantSource clock) {
    return new SuppressionFollower(live, clock);
  }

  private static void follow(LiveSuppression live, InstantSource clock) {
    try {
      live.follow(clock.instant());
    } catch (RuntimeException bug) {
      logger.error("Suppressions could not be followed; trying again.", bug);
    }
  }

  /** Stops asking; a question that is under way ends by itself. */
  @Override
  public void close() {
    following.cancel(false);
    executor.shutdown();
  }
}
