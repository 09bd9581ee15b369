package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;
import io.vertx.core.http.HttpConnection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop. Limits their number over all loops, and their time.
 *
 * <p>Belongs to its event loop. Timeouts count to the completed request, not to the last byte, so a
 * peer that sends one byte at a time is closed like one that sends nothing.
 */
final class ConnectionTracker {

  private final IdentityHashMap<HttpConnection, ConnectionActivity> activities =
      new IdentityHashMap<>();
  private final AtomicInteger openOnAllLoops;
  private final int max;
  private final long idleMillis;
  private final long requestMillis;

  ConnectionTracker(HttpConfig config, AtomicInteger openOnAllLoops) {
    this.openOnAllLoops = openOnAllLoops;
    this.max = config.maxConnections();
    this.idleMillis = config.idleTimeout().toMillis();
    this.requestMillis = config.requestTimeout().toMillis();
  }

  /** Adds a connection, or closes it if there are too many. */
  void opened(HttpConnection connection, long nowMillis) {
    if (openOnAllLoops.incrementAndGet() > max) {
      openOnAllLoops.decrementAndGet();
      connection.close();
      return;
    }
    activities.put(connection, new ConnectionActivity(connection, nowMillis));
    connection.closeHandler(
        closed -> {
          activities.remove(connection);
          openOnAllLoops.decrementAndGet();
        });
  }

  /** A request begins on a connection; null if the connection is being closed. */
  @Nullable ConnectionActivity began(HttpConnection connection, long nowMillis) {
    ConnectionActivity activity = activities.get(connection);
    if (activity != null) {
      activity.began(nowMillis);
    }
    return activity;
  }

  /** Ignores further requests of a connection that is to be closed. */
  void refused(HttpConnection connection) {
    activities.remove(connection);
  }

  /** Closes connections that exceed a timeout. */
  void sweep(long nowMillis) {
    for (ConnectionActivity activity : List.copyOf(activities.values())) {
      if (activity.overdue(nowMillis, idleMillis, requestMillis)) {
        activity.close();
      }
    }
  }
}
