package io.postrider.server.config;

import java.time.Duration;
import java.util.List;

/** How the program listens. */
public record HttpConfig(
    String host,
    int port,
    int eventLoops,
    int maxConnections,
    Duration idleTimeout,
    Duration requestTimeout,
    Duration shutdownDelay,
    List<IpNetwork> trustedProxies) {

  private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

  public HttpConfig {
    Bounds.between(0, port, 65_535, "http.port");
    Bounds.between(0, eventLoops, 1_024, "http.event-loops");
    Bounds.between(1, maxConnections, 1_000_000, "http.max-connections");
    Bounds.positive(idleTimeout, "http.idle-timeout");
    Bounds.positive(requestTimeout, "http.request-timeout");
    Bounds.between(0, shutdownDelay.toSeconds(), LONGEST_DELAY.toSeconds(), "http.shutdown-delay");
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** How many event loops there are once 0 has been settled. */
  public int eventLoopCount() {
    return eventLoops > 0 ? eventLoops : Runtime.getRuntime().availableProcessors();
  }
}
