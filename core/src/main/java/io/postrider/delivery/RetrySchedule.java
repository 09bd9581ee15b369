package io.postrider.delivery;

import java.time.Duration;
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
  private final double probeMillis;
  private final RandomGenerator random;

  RetrySchedule(DeliveryRules rules, RandomGenerator random) {
    this.firstMillis = rules.retryFirstDelay().toMillis();
    this.maxMillis = rules.retryMaxDelay().toMillis();
    this.probeMillis = rules.probeInterval().toMillis();
    this.random = random;
  }

  /** The delay after a failed round; the first round is 1. */
  long delayMillis(int round) {
    return jittered(firstMillis, round - 1, maxMillis);
  }

  /** The delay of the next probe after this many failed probes. */
  long probeDelayMillis(int failedProbes) {
    return jittered(firstMillis / PROBES_PER_FIRST_DELAY, failedProbes, probeMillis);
  }

  /** The delay that a Retry-After requests, up to the cap. */
  static long cappedMillis(Duration retryAfter) {
    boolean tooLong = retryAfter.compareTo(DeliveryRules.MAX_RETRY_AFTER) > 0;
    Duration capped = tooLong ? DeliveryRules.MAX_RETRY_AFTER : retryAfter;
    return capped.isNegative() ? 0 : capped.toMillis();
  }

  /** The delay for a capped Retry-After: a little longer, but not because of that over the cap. */
  long retryAfterMillis(long cappedMillis) {
    double longer = cappedMillis * (1 + random.nextDouble() * JITTER / 2);
    double most = Math.max(cappedMillis, DeliveryRules.MAX_RETRY_AFTER.toMillis());
    return (long) Math.ceil(Math.min(longer, most));
  }

  /** The cap leaves room for the jitter. */
  private long jittered(double first, int doublings, double most) {
    double delay = Math.min(first * Math.pow(2, doublings), most / (1 + JITTER));
    return Math.max(1, Math.round(delay * (1 - JITTER + 2 * JITTER * random.nextDouble())));
  }
}
