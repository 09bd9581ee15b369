package io.postrider.server.people.profile;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The task that removes old events and old anonymous profiles. It works in small transactions with
 * pauses between them, so that other writers do not wait for it.
 */
public final class ProfilePruner implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final BackgroundTask.Options OPTIONS =
      BackgroundTask.Options.every(
              INTERVAL, "profile-pruner", "Cannot remove old profile events; retrying.")
          .lowPriority()
          .backoff(INTERVAL, INTERVAL);

  private final ProfileStore store;
  private final ProfileLimits limits;
  private final InstantSource time;
  private final BooleanSupplier mayRun;
  private final BackgroundTask task = BackgroundTask.of(OPTIONS, this::step);

  ProfilePruner(
      ProfileStore store, ProfileLimits limits, InstantSource time, BooleanSupplier mayRun) {
    this.mayRun = mayRun;
    this.store = store;
    this.limits = limits;
    this.time = time;
  }

  /**
   * Starts the task.
   *
   * @param mayRun whether this node is the one that prunes
   */
  public static ProfilePruner start(
      ProfileStore store, ProfileLimits limits, InstantSource time, BooleanSupplier mayRun) {
    ProfilePruner pruner = new ProfilePruner(store, limits, time, mayRun);
    pruner.task.start();
    return pruner;
  }

  private boolean step() {
    if (mayRun.getAsBoolean()) {
      pass(PAUSE);
    }
    return false;
  }

  /** Removes everything that is too old now. */
  void pass(Duration pause) {
    Instant now = time.instant();
    Instant before = now.minus(limits.history());
    for (long name : store.eventNames()) {
      while (store.prune(name, before, now) == ProfileStore.PRUNED_AT_ONCE) {
        if (task.pause(pause)) {
          return;
        }
      }
      if (task.stopping()) {
        return;
      }
    }
    Optional<Long> last = store.pruneAnonymous(0, before);
    while (last.isPresent() && !task.pause(pause)) {
      last = store.pruneAnonymous(last.get(), before);
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
