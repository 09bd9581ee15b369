package io.postrider.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How messages are sent on. */
public record DeliveryConfig(
    Duration timeout,
    Duration retryFirstDelay,
    Duration retryMaxDelay,
    Duration retryWindow,
    Duration historicalAfter,
    List<Network> allowNetworks,
    Optional<Path> caFile,
    int maxConcurrency,
    int maxConnections,
    int maxOpen,
    int queueMessages,
    ByteSize queueBytes,
    ByteSize queueMemory,
    ByteSize sampleMemory,
    Duration shutdownPatience) {

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  public DeliveryConfig {
    Require.positive(timeout, "delivery.timeout");
    Require.positive(retryFirstDelay, "delivery.retry-first-delay");
    Require.that(
        retryMaxDelay.compareTo(retryFirstDelay) >= 0,
        "'delivery.retry-max-delay' is shorter than 'delivery.retry-first-delay'");
    Require.positive(retryWindow, "delivery.retry-window");
    Require.positive(historicalAfter, "delivery.historical-after");
    allowNetworks = List.copyOf(allowNetworks);
    Require.between(1, maxConcurrency, 10_000, "delivery.max-concurrency");
    Require.between(1, maxConnections, 1_000_000, "delivery.max-connections");
    Require.between(1, maxOpen, 1_000_000, "delivery.max-open");
    Require.between(1, queueMessages, 100_000, "delivery.queue-messages");
    Require.between(64 * KIB, queueBytes.bytes(), 1024 * MIB, "delivery.queue-bytes");
    Require.that(
        queueMemory.bytes() >= queueBytes.bytes(),
        "'delivery.queue-memory' is less than 'delivery.queue-bytes'");
    Require.between(0, sampleMemory.bytes(), 4096 * MIB, "delivery.sample-memory");
  }
}
