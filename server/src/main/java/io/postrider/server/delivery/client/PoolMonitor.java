package io.postrider.server.delivery.client;

import io.vertx.core.Context;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Checks the pools of one event loop every few milliseconds while exchanges wait for busy
 * connections.
 *
 * <p>Belongs to its event loop.
 */
public final class PoolMonitor {

  private static final long CHECK_MILLIS = 5;

  /** A check that is later than this means that the event loop is busy. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS);

  private final Context context;
  private final Set<OriginPool> waiting = new LinkedHashSet<>();

  /** Pools that were added after the next check was scheduled; it is too early for them. */
  private final Set<OriginPool> next = new LinkedHashSet<>();

  private long dueNanos;
  private boolean scheduled;

  public PoolMonitor(Context context) {
    this.context = context;
  }

  /** An exchange waits in a pool; returns whether it is the first. */
  boolean begin(OriginPool pool) {
    boolean first = !waiting.contains(pool) && (scheduled ? next : waiting).add(pool);
    checkLater();
    return first;
  }

  void end(OriginPool pool) {
    waiting.remove(pool);
    next.remove(pool);
  }

  private void checkLater() {
    if (!scheduled) {
      scheduled = true;
      dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS);
      context.owner().setTimer(CHECK_MILLIS, _ -> check());
    }
  }

  private void check() {
    scheduled = false;
    boolean late = System.nanoTime() - dueNanos > LATE_NANOS;
    for (OriginPool pool : List.copyOf(waiting)) {
      if (!pool.check(late)) {
        waiting.remove(pool);
      }
    }
    waiting.addAll(next);
    next.clear();
    if (!waiting.isEmpty()) {
      checkLater();
    }
  }
}
