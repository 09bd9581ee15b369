package io.postrider.server.delivery.client;

import io.vertx.core.Context;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Looks every few milliseconds after the lanes of one event loop where exchanges wait for busy
 * connections.
 *
 * <p>Belongs to its event loop.
 */
public final class PoolMonitor {

  private static final long LOOK_MILLIS = 5;

  /** A look that comes so much after its time tells of an event loop with too much to do. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);

  private final Context context;
  private final Set<OriginPool> waiting = new LinkedHashSet<>();

  /** Those that came since the next look was set: it would be too early for them. */
  private final Set<OriginPool> next = new LinkedHashSet<>();

  private long dueNanos;
  private boolean looking;

  public PoolMonitor(Context context) {
    this.context = context;
  }

  /** Somebody waits there; true if nobody did. */
  boolean begin(OriginPool lane) {
    boolean first = !waiting.contains(lane) && (looking ? next : waiting).add(lane);
    lookLater();
    return first;
  }

  /** Nobody waits there any more. */
  void end(OriginPool lane) {
    waiting.remove(lane);
    next.remove(lane);
  }

  private void lookLater() {
    if (!looking) {
      looking = true;
      dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
      context.owner().setTimer(LOOK_MILLIS, _ -> look());
    }
  }

  private void look() {
    looking = false;
    boolean late = System.nanoTime() - dueNanos > LATE_NANOS;
    for (OriginPool lane : List.copyOf(waiting)) {
      if (!lane.look(late)) {
        waiting.remove(lane);
      }
    }
    waiting.addAll(next);
    next.clear();
    if (!waiting.isEmpty()) {
      lookLater();
    }
  }
}
