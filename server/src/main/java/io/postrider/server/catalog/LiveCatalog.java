package io.postrider.server.catalog;

import io.postrider.route.Catalog;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.access.Tokens;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The newest catalog snapshot that this node has read.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a change made here is answered, and once a second for changes of other nodes. Reads of the store
 * never overlap, so an earlier snapshot never replaces a later one.
 *
 * <p>Listeners run before the snapshot becomes current: when a message of a new source is accepted,
 * delivery already knows that source's connections.
 */
public final class LiveCatalog {

  private record Known(CatalogStore.Snapshot snapshot, Catalog catalog) {

    static Known of(CatalogStore.Snapshot snapshot) {
      return new Known(
          snapshot,
          Catalog.of(
              snapshot.sources(),
              snapshot.destinations(),
              snapshot.workspace(),
              snapshot.computations()));
    }
  }

  private final CatalogStore store;
  private final ReentrantLock reading = new ReentrantLock();
  private final List<Consumer<Catalog>> listeners = new ArrayList<>();
  private volatile Known known;
  private final RedactionPolicy redaction = RedactionPolicy.forViewers(this::current);

  private LiveCatalog(CatalogStore store, Known known) {
    this.store = store;
    this.known = known;
  }

  /** Reads the first snapshot. */
  public static LiveCatalog open(CatalogStore store) {
    return new LiveCatalog(store, Known.of(store.load()));
  }

  /** The current snapshot. */
  public Catalog current() {
    return known.catalog();
  }

  /** The declarations of the current snapshot. */
  public Declarations declarations() {
    return known.snapshot().declarations();
  }

  /** The tokens of the current snapshot. */
  public Tokens tokens() {
    return known.snapshot().tokens();
  }

  /** What viewers may not see, by the current snapshot. */
  public RedactionPolicy redaction() {
    return redaction;
  }

  /**
   * Calls a listener with the current snapshot, and with every later one before it is current and
   * its change is answered. Calls never overlap and never go back to an earlier snapshot. If a
   * listener throws, the snapshot does not become current, and about a second later all listeners
   * are called again.
   */
  public void listen(Consumer<Catalog> listener) {
    reading.lock();
    try {
      listener.accept(known.catalog());
      listeners.add(listener);
    } finally {
      reading.unlock();
    }
  }

  /** Applies every change that the store holds by now. */
  public void refresh() {
    reading.lock();
    try {
      CatalogStore.Snapshot now = store.loadAfter(known.snapshot());
      if (!now.version().equals(known.snapshot().version())) {
        Known changed = Known.of(now);
        listeners.forEach(listener -> listener.accept(changed.catalog()));
        known = changed;
      }
    } finally {
      reading.unlock();
    }
  }

  /** Starts the thread that applies changes of other nodes. */
  public BackgroundTask follow(Duration interval) {
    return BackgroundTask.start(
        BackgroundTask.Options.every(
                interval, "catalog-follower", "Cannot refresh the catalog; using the last one.")
            .backoff(interval, interval),
        () -> {
          refresh();
          return false;
        });
  }
}
