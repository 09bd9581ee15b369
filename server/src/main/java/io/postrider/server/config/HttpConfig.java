package io.postrider.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The HTTP listener. */
public record HttpConfig(
    String host,
    int port,
    int eventLoops,
    int maxConnections,
    Optional<ByteSize> bodyMemory,
    Duration idleTimeout,
    Duration requestTimeout,
    Duration responseTimeout,
    Duration writeTimeout,
    Duration shutdownDelay,
    List<IpNetwork> trustedProxies,
    TlsConfig tls) {

  /** Enough for some of the largest bodies on every event loop. */
  private static final long MIN_BODY_MEMORY = 1 << 20;

  private static final Set<String> LOCAL =
      Set.of("", "0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]", "localhost", "127.0.0.1");

  public HttpConfig {
    Bounds.between(0, port, 65_535, "http.port");
    Bounds.between(0, eventLoops, 1_024, "http.event-loops");
    Bounds.between(1, maxConnections, 1_000_000, "http.max-connections");
    bodyMemory.ifPresent(
        size -> Bounds.between(MIN_BODY_MEMORY, size.bytes(), 1L << 36, "http.body-memory"));
    Bounds.positive(idleTimeout, "http.idle-timeout");
    Bounds.positive(requestTimeout, "http.request-timeout");
    Bounds.positive(responseTimeout, "http.response-timeout");
    Bounds.positive(writeTimeout, "http.write-timeout");
    Bounds.between(Duration.ZERO, shutdownDelay, Duration.ofMinutes(10), "http.shutdown-delay");
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** The number of event loops; 0 in the configuration means one per processor. */
  public int eventLoopCount() {
    return eventLoops > 0 ? eventLoops : Runtime.getRuntime().availableProcessors();
  }

  /**
   * The address of the listener for processes on this machine.
   *
   * @param local the host, if the listener is on all addresses of this machine or is local
   */
  public String ownUrl(String local) {
    String literal = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    return "%s://%s:%d".formatted(tls.scheme(), LOCAL.contains(literal) ? local : literal, port);
  }

  /** The same with fewer connections. */
  public HttpConfig withMaxConnections(int connections) {
    return at(host, port, connections);
  }

  /** The same on another port. */
  public HttpConfig at(String otherHost, int otherPort) {
    return at(otherHost, otherPort, maxConnections);
  }

  private HttpConfig at(String otherHost, int otherPort, int connections) {
    return new HttpConfig(
        otherHost,
        otherPort,
        eventLoops,
        connections,
        bodyMemory,
        idleTimeout,
        requestTimeout,
        responseTimeout,
        writeTimeout,
        shutdownDelay,
        trustedProxies,
        tls);
  }
}
