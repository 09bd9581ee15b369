package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/**
 * The saved health of one URL.
 *
 * @param hash identifies the URL
 * @param failuresInARow the failed attempts since the last success, up to a bound
 * @param unproven whether its breaker was closed on request and nothing was delivered since
 * @param times when its health changed
 * @param lastFailure the last failure since the last success, or null
 */
record UrlHealth(
    long hash,
    BreakerState breaker,
    int failuresInARow,
    boolean unproven,
    Times times,
    @Nullable Failure lastFailure) {

  static final long NEVER = Long.MIN_VALUE;

  /**
   * When the health of a URL changed; each may be {@link #NEVER}.
   *
   * @param failedSinceMillis the first failed attempt since the last success
   * @param failingSinceMillis since when it is failing
   * @param deliveredAtMillis the last success
   */
  record Times(long failedSinceMillis, long failingSinceMillis, long deliveredAtMillis) {

    static final Times NONE = new Times(NEVER, NEVER, NEVER);

    /** Nothing in the past lies in the future, though the wall clock may have been set back. */
    Times bounded(long nowMillis) {
      return new Times(
          Math.min(failedSinceMillis, nowMillis),
          Math.min(failingSinceMillis, nowMillis),
          Math.min(deliveredAtMillis, nowMillis));
    }
  }

  UrlHealth bounded(DeliveryRules rules, long nowMillis) {
    return new UrlHealth(
        hash,
        breaker.bounded(rules, nowMillis),
        Math.min(failuresInARow, rules.breakerFailures()),
        unproven,
        times.bounded(nowMillis),
        lastFailure);
  }
}
