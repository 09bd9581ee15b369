package io.postrider.server.config;

import java.time.Duration;
import java.util.List;

/** The HTTP listener. */
public record HttpConfig(
    String host,
    int port,
    int eventLoops,
    int maxConnections,
    Duration idleTimeout,
    Duration requestTimeout,
    Duration shutdownDelay,
    List<IpNetwork> trustedProxies) {

  public HttpConfig {
    Bounds.between(0, port, 65_535, "http.port");
    Bounds.between(0, eventLoops, 1_024, "http.event-loops");
    Bounds.between(1, maxConnections, 1_000_000, "http.max-connections");
    Bounds.positive(idleTimeout, "http.idle-timeout");
    Bounds.positive(requestTimeout, "http.request-timeout");
    Bounds.between(Duration.ZERO, shutdownDelay, Duration.ofMinutes(10), "http.shutdown-delay");
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** The number of event loops; 0 in the configuration means one per processor. */
  public int eventLoopCount() {
    return eventLoops > 0 ? eventLoops : Runtime.getRuntime().availableProcessors();
  }
}
