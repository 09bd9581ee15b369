package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
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
  private final FailureResponses failures;
  private final InstantSource steadyTime;
  private final int max;
  private final ConnectionDeadlines deadlines;

  ConnectionTracker(
      HttpConfig config,
      AtomicInteger openOnAllLoops,
      FailureResponses failures,
      InstantSource steadyTime) {
    this.openOnAllLoops = openOnAllLoops;
    this.failures = failures;
    this.steadyTime = steadyTime;
    this.max = config.maxConnections();
    this.deadlines = ConnectionDeadlines.of(config);
  }

  /** Adds a connection, or closes it if there are too many. */
  void opened(HttpConnection connection, Http1ServerConfig limits) {
    AcceptLimit.install(connection, max);
    if (openOnAllLoops.incrementAndGet() > max) {
      openOnAllLoops.decrementAndGet();
      var _ = connection.close();
      return;
    }
    RequestDecoder decoder = RequestDecoder.install(connection, limits);
    activities.put(connection, new ConnectionActivity(connection, decoder, failures, steadyTime));
    connection.closeHandler(
        closed -> {
          activities.remove(connection);
          openOnAllLoops.decrementAndGet();
        });
  }

  /** A request begins on a connection; null if the connection is being closed. */
  @Nullable ConnectionActivity began(HttpServerRequest request) {
    ConnectionActivity activity = activities.get(request.connection());
    return activity != null && activity.began(request) ? activity : null;
  }

  /** Every response that is not written yet is the last of its connection. */
  void drain() {
    activities.values().forEach(ConnectionActivity::drain);
  }

  /** Ends what exceeds a deadline. */
  void sweep() {
    long nowMillis = steadyTime.millis();
    for (ConnectionActivity activity : List.copyOf(activities.values())) {
      activity.sweep(nowMillis, deadlines);
    }
  }
}
