package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one event loop. Limits their number over all loops, and their time.
 *
 * <p>Belongs to its event loop. Timeouts count to the completed request, not to the last byte, so a
 * peer that sends one byte at a time is closed like one that sends nothing.
 */
final class ConnectionTracker {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionTracker.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  /** Of so many connections the one that is idle longest gives way, so that this stays cheap. */
  private static final int COMPARED = 64;

  private final IdentityHashMap<HttpConnection, ConnectionActivity> activities =
      new IdentityHashMap<>();
  private final AtomicInteger openOnAllLoops;
  private final FailureResponses failures;
  private final InstantSource steadyTime;
  private final BooleanSupplier stopping;
  private final Runnable limited;
  private final int maxAccepted;
  private final int max;
  private final ConnectionDeadlines deadlines;
  private final LogThrottle warnings;

  /**
   * @param limited runs once accepting is limited
   */
  ConnectionTracker(
      HttpConfig config,
      boolean tls,
      AtomicInteger openOnAllLoops,
      FailureResponses failures,
      InstantSource steadyTime,
      BooleanSupplier stopping,
      Runnable limited) {
    this.openOnAllLoops = openOnAllLoops;
    this.failures = failures;
    this.steadyTime = steadyTime;
    this.stopping = stopping;
    this.limited = limited;
    this.maxAccepted = config.maxConnections();
    this.max = AcceptLimit.established(maxAccepted, tls);
    this.deadlines = ConnectionDeadlines.of(config);
    this.warnings = new LogThrottle(BETWEEN_LINES, System::nanoTime);
  }

  /**
   * Adds a connection. If there are too many, one that sends nothing gives way; if there is none,
   * the new one is closed.
   */
  void opened(HttpConnection connection, Http1ServerConfig limits) {
    AcceptLimit.established(connection, maxAccepted, stopping, limited);
    if (openOnAllLoops.incrementAndGet() > max) {
      warn();
      ConnectionActivity idle = longestIdle();
      if (idle == null) {
        openOnAllLoops.decrementAndGet();
        var _ = connection.close();
        return;
      }
      idle.closeNow();
    }
    RequestDecoder decoder = RequestDecoder.install(connection, limits);
    activities.put(connection, new ConnectionActivity(connection, decoder, failures, steadyTime));
    connection.closeHandler(
        closed -> {
          activities.remove(connection);
          openOnAllLoops.decrementAndGet();
        });
  }

  private @Nullable ConnectionActivity longestIdle() {
    long nowMillis = steadyTime.millis();
    ConnectionActivity longest = null;
    long longestMillis = -1;
    int compared = 0;
    for (ConnectionActivity activity : activities.values()) {
      long idleMillis = activity.idleMillis(nowMillis);
      if (idleMillis > longestMillis) {
        longest = activity;
        longestMillis = idleMillis;
      }
      compared++;
      if (compared >= COMPARED && longest != null) {
        break;
      }
    }
    return longest;
  }

  private void warn() {
    long skipped = warnings.admit();
    if (skipped != LogThrottle.SKIP) {
      LOG.atWarn()
          .addKeyValue("notLogged", skipped)
          .log("All {} connections are in use; idle ones are closed for new ones.", max);
    }
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
