package io.postrider.server.catalog;

import io.postrider.route.Catalog;
import io.postrider.server.access.Tokens;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.UnreadableSecretException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
 *
 * <p>Listeners come before the snapshot is in force for everybody else: when a message of a new
 * source is accepted, whoever delivers it has heard of that source's connections.
 */
public final class LiveCatalog {

  private static final Logger logger = LoggerFactory.getLogger(LiveCatalog.class);

  private record Known(long version, Catalog catalog, Tokens tokens, Declarations declarations) {}

  private final CatalogStore store;
  private final ReentrantLock reading = new ReentrantLock();
  private final List<CatalogListener> listeners = new ArrayList<>();
  private volatile Known known;
  private @Nullable Instant awaySince;

  private LiveCatalog(CatalogStore store, Known known) {
    this.store = store;
    this.known = known;
  }

  /** Reads the first snapshot. */
  public static LiveCatalog open(CatalogStore store) {
    return new LiveCatalog(store, read(store));
  }

  /** The snapshot in force. */
  public Catalog current() {
    return known.catalog();
  }

  /** What the workspace file declares of the snapshot in force. */
  public Declarations declarations() {
    return known.declarations();
  }

  /** The tokens that belong to the snapshot in force. */
  public Tokens tokens() {
    return known.tokens();
  }

  /** Tells a listener of the snapshot in force, and from now on of every one before it is. */
  public void listen(CatalogListener listener) {
    reading.lock();
    try {
      listener.changed(known.catalog());
      listeners.add(listener);
    } finally {
      reading.unlock();
    }
  }

  /** Brings every change that the store holds by now into force. */
  public void refresh() {
    reading.lock();
    try {
      if (store.version() != known.version()) {
        Known changed = read(store);
        listeners.forEach(listener -> listener.changed(changed.catalog()));
        known = changed;
      }
    } finally {
      reading.unlock();
    }
  }

  /**
   * Brings changes of other nodes into force. While the store is away the old snapshot stays; the
   * log says so once, and once when it is back. Called by one thread.
   */
  public void follow(Instant now) {
    try {
      refresh();
    } catch (DatabaseUnavailableException | UnreadableSecretException away) {
      if (awaySince == null) {
        awaySince = now;
        logger.warn("Cannot read the catalog; the last one stays in force. {}", away.getMessage());
      }
      return;
    }
    if (awaySince != null) {
      logger.info("The catalog can be read again after {}.", Duration.between(awaySince, now));
      awaySince = null;
    }
  }

  private static Known read(CatalogStore store) {
    CatalogStore.Snapshot snapshot = store.load();
    return new Known(
        snapshot.version(),
        Catalog.of(
            snapshot.sources(),
            snapshot.destinations(),
            snapshot.workspace(),
            snapshot.computations()),
        new Tokens(snapshot.tokens()),
        snapshot.declarations());
  }
}
