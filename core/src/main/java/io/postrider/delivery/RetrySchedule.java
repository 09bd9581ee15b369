package io.postrider.delivery;

import java.util.random.RandomGenerator;

/**
 * When a message is tried again and a failing URL probed: doubling delays with jitter, so that what
 * failed together does not come back together. Pure but for the randomness given in.
 */
final class RetrySchedule {

  /** A delay is this part shorter or longer by chance. */
  private static final double JITTER = 0.2;

  /** How much sooner than a message's first retry a failing URL is first probed. */
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

  /** How long after its failed round, the first being 1, a message is due again. */
  long delayMillis(int round) {
    return jittered(firstMillis, round - 1);
  }

  /** How long after the breaker opened (0), or after so many failed probes, a URL is probed. */
  long probeDelayMillis(int failedProbes) {
    return jittered(firstMillis / PROBES_PER_FIRST_DELAY, failedProbes);
  }

  /** How long to wait for what a receiver asked for; never more than the window. */
  long retryAfterMillis(long askedMillis) {
    double longer = askedMillis * (1 + random.nextDouble() * JITTER / 2);
    return (long) Math.ceil(Math.min(longer, windowMillis));
  }

  /** The longest delay is one with the jitter in it, so that the cap does not take it away. */
  private long jittered(double first, int doublings) {
    double delay = Math.min(first * Math.pow(2, doublings), maxMillis / (1 + JITTER));
    return Math.max(1, Math.round(delay * (1 - JITTER + 2 * JITTER * random.nextDouble())));
  }
}
