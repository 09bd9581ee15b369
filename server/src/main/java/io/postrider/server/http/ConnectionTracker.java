package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.OpenFiles;
import io.vertx.core.http.HttpConnection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, bounded in number over all loops and in the time they may
 * take.
 *
 * <p>Belongs to its event loop. Time is counted by completed requests, not by bytes, so a peer that
 * drips its head or body one byte at a time is closed like one that sends nothing.
 */
final class ConnectionTracker {

  private final IdentityHashMap<HttpConnection, ConnectionActivity> visits =
      new IdentityHashMap<>();
  private final AtomicInteger openOnAllLoops;
  private final int most;
  private final long idleMillis;
  private final long requestMillis;

  ConnectionTracker(HttpConfig config, AtomicInteger openOnAllLoops) {
    this.openOnAllLoops = openOnAllLoops;
    this.most = OpenFiles.ofThisProgram().incoming(config.maxConnections());
    this.idleMillis = config.idleTimeout().toMillis();
    this.requestMillis = config.requestTimeout().toMillis();
  }

  /** Takes a connection in, or closes it at once if there are too many. */
  void opened(HttpConnection connection, long nowMillis) {
    if (openOnAllLoops.incrementAndGet() > most) {
      openOnAllLoops.decrementAndGet();
      connection.close();
      return;
    }
    visits.put(connection, new ConnectionActivity(connection, nowMillis));
    connection.closeHandler(
        closed -> {
          visits.remove(connection);
          openOnAllLoops.decrementAndGet();
        });
  }

  /** The visit of a connection that begins a request; null if it is being closed. */
  @Nullable ConnectionActivity began(HttpConnection connection, long nowMillis) {
    ConnectionActivity visit = visits.get(connection);
    if (visit != null) {
      visit.began(nowMillis);
    }
    return visit;
  }

  /** Hears no more from a connection, which is to be closed. */
  void refused(HttpConnection connection) {
    visits.remove(connection);
  }

  /** Closes those that take too long. */
  void sweep(long nowMillis) {
    for (ConnectionActivity visit : List.copyOf(visits.values())) {
      if (visit.overdue(nowMillis, idleMillis, requestMillis)) {
        visit.close();
      }
    }
  }
}
