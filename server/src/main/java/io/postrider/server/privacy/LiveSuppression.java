package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The suppressed users in force on this node.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a regulation made here is answered, and about once a second for those made on other nodes. Reads
 * of the store never overlap. New users are added to the current set. When a suppression was
 * lifted, the whole set is read again and then replaces the old one.
 */
public final class LiveSuppression {

  private final SuppressionStore store;
  private final UserHash hash;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile SuppressedUsers current = new SuppressedUsers();
  private long version = -1;

  private LiveSuppression(SuppressionStore store, HashKey key) {
    this.store = store;
    this.hash = new UserHash(key);
  }

  /** Reads all suppressions. */
  public static LiveSuppression open(SuppressionStore store, HashKey key) {
    LiveSuppression live = new LiveSuppression(store, key);
    live.refresh();
    return live;
  }

  public SuppressedUsers current() {
    return current;
  }

  /** Applies all changes in the store. */
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
