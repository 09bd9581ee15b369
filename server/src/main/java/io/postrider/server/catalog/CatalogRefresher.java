package io.postrider.server.catalog;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that keeps a {@link LiveCatalog} in step with what other nodes change. */
public final class CatalogRefresher implements AutoCloseable {

  /** How often the store is asked, so that a change is in force everywhere within two seconds. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger logger = LoggerFactory.getLogger(CatalogRefresher.class);

  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("catalog-follower").daemon().factory());
  private final ScheduledFuture<?> following;

  private CatalogRefresher(LiveCatalog catalog, Duration interval, InstantSource clock) {
    this.following =
        executor.scheduleWithFixedDelay(
            () -> follow(catalog, clock),
            interval.toMillis(),
            interval.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Starts following. */
  public static CatalogRefresher start(
      LiveCatalog catalog, Duration interval, InstantSource clock) {
    return new CatalogRefresher(catalog, interval, clock);
  }

  private static void follow(LiveCatalog catalog, InstantSource clock) {
    try {
      catalog.follow(clock.instant());
    } catch (RuntimeException bug) {
      logger.error("Cannot refresh the catalog; retrying.", bug);
    }
  }

  /** Stops asking; a question that is under way ends by itself. */
  @Override
  public void close() {
    following.cancel(false);
    executor.shutdown();
  }
}
