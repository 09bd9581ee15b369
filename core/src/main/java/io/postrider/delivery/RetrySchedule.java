package io.postrider.delivery;

import java.util.random.RandomGenerator;

/**
 * The delays of retries and probes: exponential backoff with jitter, so that deliveries that failed
 * together do not retry together. Pure except for the given random generator.
 */
final class RetrySchedule {

  /** The random part of a delay, in either direction. */
  private static final double JITTER = 0.2;

  /** The first probe comes this many times sooner than a message's first retry. */
  private static final int PROBES_PER_FIRST_DELAY = 5;

  private final double firstMillis;
  private final double maxMillis;
  private final double windowMillis;
  private final RandomGenerator random;

  RetrySchedule(DeliveryRules rules, RandomGenerator random) {
    this.firstMillis = rules.retryFirstDelay().toMillis();
    this.maxMillis = rules.retryMaxDelay().toMillis();
    this.windowMillis = rules.retryWindow().toMillis();
    this.random = random;
  }

  /** The delay after a failed round; the first round is 1. */
  long delayMillis(int round) {
    return jittered(firstMillis, round - 1);
  }

  /** The delay of the next probe after this many failed probes. */
  long probeDelayMillis(int failedProbes) {
    return jittered(firstMillis / PROBES_PER_FIRST_DELAY, failedProbes);
  }

  /** The delay for a Retry-After; never longer than the retry window. */
  long retryAfterMillis(long retryAfterMillis) {
    double longer = retryAfterMillis * (1 + random.nextDouble() * JITTER / 2);
    return (long) Math.ceil(Math.min(longer, windowMillis));
  }

  /** The cap leaves room for the jitter. */
  private long jittered(double first, int doublings) {
    double delay = Math.min(first * Math.pow(2, doublings), maxMillis / (1 + JITTER));
    return Math.max(1, Math.round(delay * (1 - JITTER + 2 * JITTER * random.nextDouble())));
  }
}
