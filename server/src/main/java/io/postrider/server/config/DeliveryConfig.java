package io.postrider.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Delivery: timeouts, retries, limits and memory. */
public record DeliveryConfig(
    Duration timeout,
    Duration retryFirstDelay,
    Duration retryMaxDelay,
    Duration retryWindow,
    Duration probeInterval,
    Duration historicalAfter,
    List<IpNetwork> allowNetworks,
    Optional<Path> caFile,
    int maxConcurrency,
    int maxConnections,
    int maxOpen,
    int queueMessages,
    ByteSize queueBytes,
    Optional<ByteSize> queueMemory,
    Optional<ByteSize> sampleMemory,
    Duration shutdownPatience) {

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  public DeliveryConfig {
    Bounds.positive(timeout, "delivery.timeout");
    Bounds.positive(retryFirstDelay, "delivery.retry-first-delay");
    Bounds.that(
        retryMaxDelay.compareTo(retryFirstDelay) >= 0,
        "'delivery.retry-max-delay' is shorter than 'delivery.retry-first-delay'");
    Bounds.positive(retryWindow, "delivery.retry-window");
    Bounds.positive(probeInterval, "delivery.probe-interval");
    Bounds.positive(historicalAfter, "delivery.historical-after");
    allowNetworks = List.copyOf(allowNetworks);
    Bounds.between(1, maxConcurrency, 10_000, "delivery.max-concurrency");
    Bounds.between(1, maxConnections, 1_000_000, "delivery.max-connections");
    Bounds.between(1, maxOpen, 1_000_000, "delivery.max-open");
    Bounds.between(1, queueMessages, 100_000, "delivery.queue-messages");
    Bounds.between(64 * KIB, queueBytes.bytes(), 1024 * MIB, "delivery.queue-bytes");
    queueMemory.ifPresent(
        size ->
            Bounds.that(
                size.bytes() >= queueBytes.bytes(),
                "'delivery.queue-memory' is less than 'delivery.queue-bytes'"));
    sampleMemory.ifPresent(
        size -> Bounds.between(0, size.bytes(), 4096 * MIB, "delivery.sample-memory"));
  }
}
