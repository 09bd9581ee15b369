package io.postrider.delivery;

import java.time.Duration;

/**
 * The bounds and times that all deliveries obey.
 *
 * @param retryFirstDelay about how long after its first round a message is tried again
 * @param retryMaxDelay the longest time between two tries, and between two probes of a URL
 * @param retryWindow how long a message is tried
 * @param breakerFailures how many failures in a row make a URL one that is only probed
 * @param firstConcurrency how many attempts run at once against a URL that is not known yet
 * @param mostConcurrency the most that ever do
 * @param maxOpen how many deliveries of a destination and partition are open at most
 * @param queueMessages how many messages wait in memory for a destination and partition at most
 * @param queueBytes how many bytes those have at most; one message is let in whatever its size
 * @param replayOpen how many of the open deliveries a replay has at most
 */
public record DeliveryRules(
    Duration retryFirstDelay,
    Duration retryMaxDelay,
    Duration retryWindow,
    int breakerFailures,
    int firstConcurrency,
    int mostConcurrency,
    int maxOpen,
    int queueMessages,
    int queueBytes,
    int replayOpen) {

  /** The rules of the contract, and bounds that suit a small machine. */
  public static final DeliveryRules DEFAULT =
      new DeliveryRules(
          Duration.ofSeconds(5),
          Duration.ofMinutes(30),
          Duration.ofHours(4),
          10,
          8,
          256,
          10_000,
          2_048,
          4 << 20,
          64);

  public DeliveryRules {
    require(retryFirstDelay.toMillis() >= 1, "the first delay must be a millisecond or more");
    require(retryMaxDelay.compareTo(retryFirstDelay) >= 0, "the longest delay is the shortest");
    require(retryWindow.toMillis() >= 1, "the window must be a millisecond or more");
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
