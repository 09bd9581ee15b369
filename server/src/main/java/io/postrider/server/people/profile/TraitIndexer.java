package io.postrider.server.people.profile;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;

/** The task that indexes the traits of profiles that an earlier version stored. */
public final class TraitIndexer implements AutoCloseable {

  /** The most profiles of one transaction. */
  static final int PROFILES_AT_ONCE = 500;

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Lets other writers of profiles in between. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ProfileStore store;
  private final BackgroundTask task =
      BackgroundTask.of(
          BackgroundTask.Options.every(
                  INTERVAL, "trait-indexer", "Cannot index traits for search; retrying.")
              .atOnce()
              .backoff(INTERVAL, INTERVAL),
          this::step);

  private TraitIndexer(ProfileStore store) {
    this.store = store;
  }

  public static TraitIndexer start(ProfileStore store) {
    TraitIndexer indexer = new TraitIndexer(store);
    indexer.task.start();
    return indexer;
  }

  private boolean step() {
    return store.indexTraits(PROFILES_AT_ONCE) && !task.pause(PAUSE);
  }

  @Override
  public void close() {
    task.close();
  }
}
