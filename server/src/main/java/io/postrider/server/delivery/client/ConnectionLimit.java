package io.postrider.server.delivery.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the open connections of one event loop.
 *
 * <p>At the limit, an urgent request closes the connection that was idle longest; other requests
 * get none. If no connection is idle, a pool uses those it has; a pool without connections gets the
 * place of the next exchange that ends.
 *
 * <p>Belongs to its event loop, except for {@link #open}.
 */
public final class ConnectionLimit {

  /** A connection that was idle this long may be evicted for any pool. */
  private static final long UNUSED_NANOS = Duration.ofSeconds(10).toNanos();

  private final int max;
  private final AtomicInteger open = new AtomicInteger();
  private final LinkedHashMap<PooledConnection, OriginPool> idle = new LinkedHashMap<>();
  private final LinkedHashSet<OriginPool> starving = new LinkedHashSet<>();
  private int closing;

  /**
   * @param max at least one
   */
  public ConnectionLimit(int max) {
    this.max = max;
  }

  /** The connections that are open or being opened. */
  public int open() {
    return open.get();
  }

  /**
   * Takes a place; false at the limit.
   *
   * @param urgent whether to close an idle connection at the limit, which frees a place for a later
   *     call
   */
  boolean acquire(OriginPool pool, boolean urgent) {
    if (open.get() < max) {
      open.incrementAndGet();
      return true;
    }
    if (pool.isEmpty()) {
      starving.add(pool);
    }
    Map.Entry<PooledConnection, OriginPool> oldest = urgent ? idle.firstEntry() : null;
    if (oldest != null && mayEvict(oldest, pool)) {
      closing++;
      oldest.getValue().evict(oldest.getKey());
    }
    return false;
  }

  /**
   * Whether to evict an idle connection for a pool: if the pool has none, if the connection is
   * unused, or if the owner has more.
   */
  private static boolean mayEvict(Map.Entry<PooledConnection, OriginPool> idle, OriginPool pool) {
    return pool.isEmpty()
        || idle.getKey().isStale(System.nanoTime(), UNUSED_NANOS, Long.MAX_VALUE)
        || idle.getValue().size() > pool.size() + 1;
  }

  void release() {
    open.decrementAndGet();
    closing = Math.max(0, closing - 1);
    while (open.get() < max && !starving.isEmpty()) {
      starving.removeFirst().connectForAll();
    }
  }

  /** Whether a free connection must be closed for a pool that has none. */
  boolean reclaims() {
    boolean reclaimed = starving.size() > closing;
    if (reclaimed) {
      closing++;
    }
    return reclaimed;
  }

  boolean isStarving(OriginPool pool) {
    return starving.contains(pool);
  }

  /** A pool needs no connection any more. */
  void remove(OriginPool pool) {
    starving.remove(pool);
  }

  void addIdle(PooledConnection connection, OriginPool pool) {
    idle.put(connection, pool);
  }

  void removeIdle(PooledConnection connection) {
    idle.remove(connection);
  }
}
