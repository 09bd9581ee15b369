package io.postrider.server.people.profile;

import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that removes what has become too old: events, and visitors who never said who they
 * are. Works in small transactions with pauses between, so that nobody waits for it.
 */
public final class ProfilePruner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ProfilePruner.class);
  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final Duration BREATH = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ProfileStore store;
  private final ProfileLimits limits;
  private final InstantSource time;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private boolean troubled;

  ProfilePruner(ProfileStore store, ProfileLimits limits, InstantSource time) {
    this.store = store;
    this.limits = limits;
    this.time = time;
    this.thread = Thread.ofPlatform().name("profile-pruner").unstarted(this::run);
  }

  /** Starts to remove. */
  public static ProfilePruner start(ProfileStore store, ProfileLimits limits, InstantSource time) {
    ProfilePruner pruner = new ProfilePruner(store, limits, time);
    pruner.thread.start();
    return pruner;
  }

  private void run() {
    while (!stopped(INTERVAL)) {
      try {
        pass(BREATH);
        troubled = false;
      } catch (RuntimeException trouble) {
        tell(trouble);
      }
    }
  }

  private void tell(RuntimeException trouble) {
    if (troubled) {
      return;
    }
    troubled = true;
    String words = "Old events of people are not removed now; it is tried again. {}";
    if (trouble instanceof DatabaseUnavailableException) {
      LOG.warn(words, trouble.getMessage());
    } else {
      LOG.error(words, "", trouble);
    }
  }

  /** Removes everything that is too old by now. */
  void pass(Duration breath) {
    Instant now = time.instant();
    Instant before = now.minus(limits.history());
    for (long name : store.eventNames()) {
      while (store.prune(name, before, now) == ProfileStore.PRUNED_AT_ONCE) {
        if (stopped(breath)) {
          return;
        }
      }
      if (stopped(Duration.ZERO)) {
        return;
      }
    }
    Optional<Long> last = store.pruneAnonymous(0, before);
    while (last.isPresent() && !stopped(breath)) {
      last = store.pruneAnonymous(last.get(), before);
    }
  }

  /** Waits; whether it is to stop. */
  private boolean stopped(Duration most) {
    try {
      return stopping.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      if (!thread.join(PATIENCE)) {
        LOG.error("The removal of old events does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
