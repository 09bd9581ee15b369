package io.postrider.delivery;

/**
 * The saved part of a {@link Breaker}. A probe that was in flight is not part of it: it is due
 * again.
 *
 * @param failures the consecutive failures while it is closed
 * @param probeAtMillis the time of the next probe; undefined while it is closed
 * @param restUntilMillis until when the receiver requested to get nothing, or {@link #NO_REST}
 */
record BreakerState(
    boolean open, int failures, int failedProbes, long probeAtMillis, long restUntilMillis) {

  static final long NO_REST = Long.MIN_VALUE;

  static final BreakerState CLOSED = new BreakerState(false, 0, 0, 0, NO_REST);

  /**
   * Bounds what was saved: the wall clock and the rules may have changed since. The next probe
   * comes within a probe interval, or when a Retry-After ends, which leaves every message a last
   * attempt.
   */
  BreakerState bounded(DeliveryRules rules, long nowMillis) {
    if (!open) {
      return new BreakerState(
          false, Math.min(failures, rules.breakerFailures() - 1), 0, 0, NO_REST);
    }
    long longestRest =
        Math.min(
            DeliveryRules.MAX_RETRY_AFTER.toMillis(),
            rules.retryWindow().toMillis() - RetryWindow.LAST_CHANCE_MILLIS);
    return new BreakerState(
        true,
        rules.breakerFailures(),
        failedProbes,
        Math.min(probeAtMillis, nowMillis + rules.probeInterval().toMillis()),
        Math.min(restUntilMillis, nowMillis + longestRest));
  }
}
