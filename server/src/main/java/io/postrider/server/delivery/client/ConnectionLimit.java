package io.postrider.server.delivery.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections to receivers an event loop may have open at once.
 *
 * <p>Where one more is needed, the one that has been idle for longest is closed; where it would
 * only make things faster, it is not made. If none is idle, a lane does with those it has; one that
 * has none is given the place of the next exchange that ends.
 *
 * <p>Belongs to its event loop, except for {@link #open}.
 */
public final class ConnectionLimit {

  /** A connection that was idle for so long is not missed. */
  private static final long UNUSED_NANOS = Duration.ofSeconds(10).toNanos();

  private final int most;
  private final AtomicInteger open = new AtomicInteger();
  private final LinkedHashMap<PooledConnection, OriginPool> idle = new LinkedHashMap<>();
  private final LinkedHashSet<OriginPool> starving = new LinkedHashSet<>();
  private int closing;

  /**
   * @param most at least one
   */
  public ConnectionLimit(int most) {
    this.most = most;
  }

  /** How many are open, or being opened. */
  public int open() {
    return open.get();
  }

  /**
   * Counts one more; false if there are too many.
   *
   * @param urgent whether one that is idle is closed then, so that there is room the next time
   */
  boolean take(OriginPool lane, boolean urgent) {
    if (open.get() < most) {
      open.incrementAndGet();
      return true;
    }
    if (lane.isWithout()) {
      starving.add(lane);
    }
    Map.Entry<PooledConnection, OriginPool> oldest = urgent ? idle.firstEntry() : null;
    if (oldest != null && mayGive(oldest, lane)) {
      closing++;
      oldest.getValue().giveUp(oldest.getKey());
    }
    return false;
  }

  /** Whether a lane gets the place: if it has none, if nobody used it for a while, or has fewer. */
  private static boolean mayGive(Map.Entry<PooledConnection, OriginPool> idle, OriginPool lane) {
    return lane.isWithout()
        || idle.getKey().isStale(System.nanoTime(), UNUSED_NANOS, Long.MAX_VALUE)
        || idle.getValue().size() > lane.size() + 1;
  }

  /** One has ended. */
  void give() {
    open.decrementAndGet();
    closing = Math.max(0, closing - 1);
    while (open.get() < most && !starving.isEmpty()) {
      starving.removeFirst().dialForAll();
    }
  }

  /** Whether a connection that has become free is to be closed, for a lane that has none. */
  boolean claims() {
    boolean claimed = starving.size() > closing;
    if (claimed) {
      closing++;
    }
    return claimed;
  }

  boolean isStarving(OriginPool lane) {
    return starving.contains(lane);
  }

  /** A lane needs none any more. */
  void forget(OriginPool lane) {
    starving.remove(lane);
  }

  void rests(PooledConnection line, OriginPool lane) {
    idle.put(line, lane);
  }

  void works(PooledConnection line) {
    idle.remove(line);
  }
}
