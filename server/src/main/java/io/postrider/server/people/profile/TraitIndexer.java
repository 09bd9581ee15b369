package io.postrider.server.people.profile;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The task that indexes the traits of profiles that an earlier version stored. */
public final class TraitIndexer implements AutoCloseable {

  /** The most profiles of one transaction. */
  static final int PROFILES_AT_ONCE = 500;

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Lets other writers of profiles in between. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ProfileStore store;
  private final BooleanSupplier mayRun;
  private final BackgroundTask task =
      BackgroundTask.of(
          BackgroundTask.Options.every(
                  INTERVAL, "trait-indexer", "Cannot index traits for search; retrying.")
              .atOnce()
              .lowPriority()
              .backoff(INTERVAL, INTERVAL),
          this::step);

  /**
   * @param mayRun whether this node is the one that indexes
   */
  public TraitIndexer(ProfileStore store, BooleanSupplier mayRun) {
    this.store = store;
    this.mayRun = mayRun;
  }

  public void start() {
    BackgroundTask _ = task.start();
  }

  private boolean step() {
    return mayRun.getAsBoolean() && store.indexTraits(PROFILES_AT_ONCE) && !task.pause(PAUSE);
  }

  @Override
  public void close() {
    task.close();
  }
}
