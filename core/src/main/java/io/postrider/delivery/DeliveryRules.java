package io.postrider.delivery;

import java.time.Duration;

/**
 * The limits and times for all deliveries.
 *
 * @param retryFirstDelay the approximate delay of the first retry
 * @param retryMaxDelay the longest delay between retries
 * @param probeInterval the longest delay between probes of a URL, without a Retry-After
 * @param breakerFailures how many consecutive failures open the breaker of a URL
 * @param maxOpen the maximum number of open deliveries per destination and partition
 * @param queueMessages the maximum number of queued messages per destination and partition
 * @param queueBytes the maximum size of these messages; an empty queue takes one message of any
 *     size
 */
public record DeliveryRules(
    Duration retryFirstDelay,
    Duration retryMaxDelay,
    Duration retryWindow,
    Duration probeInterval,
    int breakerFailures,
    int firstConcurrency,
    int mostConcurrency,
    int maxOpen,
    int queueMessages,
    int queueBytes,
    int replayOpen) {

  /** The longest Retry-After that is respected. A longer one counts as this. */
  public static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(30);

  /** The documented delivery rules, with limits for a small machine. */
  public static final DeliveryRules DEFAULT =
      new DeliveryRules(
          Duration.ofSeconds(5),
          Duration.ofMinutes(30),
          Duration.ofHours(4),
          Duration.ofMinutes(1),
          10,
          8,
          256,
          10_000,
          2_048,
          4 << 20,
          64);

  public DeliveryRules {
    require(retryFirstDelay.toMillis() >= 1, "the first delay must be a millisecond or more");
    require(
        retryMaxDelay.compareTo(retryFirstDelay) >= 0,
        "the longest delay must not be shorter than the first");
    require(retryWindow.toMillis() >= 1, "the window must be a millisecond or more");
    require(probeInterval.toMillis() >= 1, "the probe interval must be a millisecond or more");
    require(breakerFailures >= 1, "failures that open a breaker must be 1 or more");
    require(firstConcurrency >= 1 && firstConcurrency <= mostConcurrency, "concurrency");
    require(maxOpen >= 1 && queueMessages >= 1 && queueBytes >= 1 && replayOpen >= 1, "bounds");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
