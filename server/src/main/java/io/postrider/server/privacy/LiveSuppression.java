package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The suppressed users as this node knows them.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a request made here is answered, {@link #follow} about once a second for those made on other
 * nodes. Reads of the store never overlap. Users who are added join the set in force; only when a
 * suppression was lifted is the whole set read again, and takes the old one's place when it is
 * complete.
 */
public final class LiveSuppression {

  private static final Logger logger = LoggerFactory.getLogger(LiveSuppression.class);

  private final SuppressionStore store;
  private final UserHash hash;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile SuppressedUsers current = new SuppressedUsers();
  private long version = -1;
  private @Nullable Instant awaySince;

  private LiveSuppression(SuppressionStore store, HashKey key) {
    this.store = store;
    this.hash = new UserHash(key);
  }

  /** Reads all that is suppressed. */
  public static LiveSuppression open(SuppressionStore store, HashKey key) {
    LiveSuppression live = new LiveSuppression(store, key);
    live.refresh();
    return live;
  }

  /** Those in force. */
  public SuppressedUsers current() {
    return current;
  }

  /** Brings every change that the store holds by now into force. */
  public void refresh() {
    reading.lock();
    try {
      Reading changes = new Reading(current);
      version = store.load(version, changes);
      current = changes.users;
    } finally {
      reading.unlock();
    }
  }

  /**
   * Brings changes of other nodes into force. While the store is away those in force stay; the log
   * says so once, and once when it is back. Called by one thread.
   */
  void follow(Instant now) {
    try {
      refresh();
    } catch (DatabaseUnavailableException away) {
      if (awaySince == null) {
        awaySince = now;
        logger.warn(
            "Suppressions cannot be read; the last ones stay in force. {}", away.getMessage());
      }
      return;
    }
    if (awaySince != null) {
      logger.info("Suppressions can be read again after {}.", Duration.between(awaySince, now));
      awaySince = null;
    }
  }

  /** What one read of the store tells. */
  private final class Reading implements SuppressionStore.Sink {

    private SuppressedUsers users;

    Reading(SuppressedUsers known) {
      users = known;
    }

    @Override
    public void restart() {
      users = new SuppressedUsers();
    }

    @Override
    public void add(@Nullable SourceId source, String userId) {
      users.add(hash, source, userId);
    }
  }
}
