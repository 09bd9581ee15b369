package io.postrider.delivery;

/**
 * The circuit breaker of a URL. While it is open, the URL gets one probe at a time, at growing
 * intervals, and none before a Retry-After ends. Any response other than a temporary failure closes
 * it.
 */
final class Breaker {

  private final int mostFailures;
  private final RetrySchedule schedule;
  private int failures;
  private boolean open;
  private boolean probing;
  private int failedProbes;
  private long probeAtMillis;

  /** Until when the receiver requested to get nothing. */
  private long restUntilMillis = BreakerState.NO_REST;

  Breaker(int mostFailures, RetrySchedule schedule) {
    this.mostFailures = mostFailures;
    this.schedule = schedule;
  }

  boolean isOpen() {
    return open;
  }

  /** The time of the next probe, or {@link Long#MAX_VALUE}. */
  long probeAtMillis() {
    return open && !probing ? Math.max(probeAtMillis, restUntilMillis) : Long.MAX_VALUE;
  }

  boolean isProbeDue(long nowMillis) {
    return nowMillis >= probeAtMillis();
  }

  void probeStarted() {
    probing = true;
  }

  /** Allows another probe, because the last one was not sent. */
  void probeAbandoned() {
    probing = false;
  }

  BreakerState state() {
    return open
        ? new BreakerState(true, failures, failedProbes, probeAtMillis, restUntilMillis)
        : new BreakerState(false, failures, 0, 0, BreakerState.NO_REST);
  }

  /** Continues from a saved state; a probe that was in flight is due again. */
  void restore(BreakerState saved) {
    open = saved.open();
    probing = false;
    failures = saved.failures();
    failedProbes = saved.failedProbes();
    probeAtMillis = saved.probeAtMillis();
    restUntilMillis = saved.restUntilMillis();
  }

  /** Closes the breaker: the URL answered, possibly with a permanent refusal, or on request. */
  void close() {
    open = false;
    probing = false;
    failures = 0;
    failedProbes = 0;
    restUntilMillis = BreakerState.NO_REST;
  }

  /** Ends a Retry-After at a time at the latest. */
  void restAtMostUntil(long millis) {
    restUntilMillis = Math.min(restUntilMillis, millis);
  }

  /**
   * Counts a failed attempt.
   *
   * @param retryAfterMillis the receiver's Retry-After, or 0
   */
  void failed(boolean probe, long retryAfterMillis, long nowMillis) {
    if (!open) {
      failures++;
      if (failures < mostFailures) {
        return;
      }
      open = true;
      probing = false;
      failedProbes = 0;
      probeAtMillis = nowMillis + schedule.probeDelayMillis(0);
    } else if (probe) {
      probing = false;
      failedProbes++;
      probeAtMillis = nowMillis + schedule.probeDelayMillis(failedProbes);
    }
    if (retryAfterMillis > 0) {
      restUntilMillis = Math.max(restUntilMillis, nowMillis + retryAfterMillis);
    }
  }
}
