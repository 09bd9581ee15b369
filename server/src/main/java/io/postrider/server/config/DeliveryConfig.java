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
    Optional<Path> caFile) {

  public DeliveryConfig {
    Require.positive(timeout, "delivery.timeout");
    Require.positive(retryFirstDelay, "delivery.retry-first-delay");
    Require.that(
        retryMaxDelay.compareTo(retryFirstDelay) >= 0,
        "'delivery.retry-max-delay' is shorter than 'delivery.retry-first-delay'");
    Require.positive(retryWindow, "delivery.retry-window");
    Require.positive(historicalAfter, "delivery.historical-after");
    allowNetworks = List.copyOf(allowNetworks);
  }
}
