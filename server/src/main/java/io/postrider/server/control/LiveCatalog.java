package io.postrider.server.control;

import io.postrider.route.Catalog;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalog as this node knows it: the newest snapshot that was read from the store.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a change made here is answered, {@link #follow} about once a second for changes made on other
 * nodes. Reads of the store never overlap, so a later snapshot is never replaced by an earlier one.
 */
public final class LiveCatalog {

  private static final Logger logger = LoggerFactory.getLogger(LiveCatalog.class);

  private record Known(long version, Catalog catalog) {}

  private final SourceStore store;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Known known;
  private @Nullable Instant awaySince;

  private LiveCatalog(SourceStore store, Known known) {
    this.store = store;
    this.known = known;
  }

  /** Reads the first snapshot. */
  public static LiveCatalog open(SourceStore store) {
    return new LiveCatalog(store, read(store));
  }

  /** The snapshot in force. */
  public Catalog current() {
    return known.catalog();
  }

  /** Brings every change that the store holds by now into force. */
  void refresh() {
    reading.lock();
    try {
      if (store.version() != known.version()) {
        known = read(store);
      }
    } finally {
      reading.unlock();
    }
  }

  /**
   * Brings changes of other nodes into force. While the store is away the old snapshot stays; the
   * log says so once, and once when it is back. Called by one thread.
   */
  void follow(Instant now) {
    try {
      refresh();
    } catch (StoreUnavailableException away) {
      if (awaySince == null) {
        awaySince = now;
        logger.warn(
            "The catalog cannot be read; the last one stays in force. {}", away.getMessage());
      }
      return;
    }
    if (awaySince != null) {
      logger.info("The catalog can be read again after {}.", Duration.between(awaySince, now));
      awaySince = null;
    }
  }

  private static Known read(SourceStore store) {
    SourceStore.Snapshot snapshot = store.load();
    return new Known(snapshot.version(), Catalog.of(snapshot.sources()));
  }
}
