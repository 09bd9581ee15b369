package io.postrider.delivery;

/**
 * Whether a URL is used or, because it kept failing, only probed: one attempt at a time, further
 * and further apart. Any sign of life closes it.
 */
final class Breaker {

  private final int mostFailures;
  private final RetrySchedule schedule;
  private int failures;
  private boolean open;
  private boolean probing;
  private int failedProbes;
  private long probeAtMillis;

  Breaker(int mostFailures, RetrySchedule schedule) {
    this.mostFailures = mostFailures;
    this.schedule = schedule;
  }

  boolean isOpen() {
    return open;
  }

  /** When the next probe may start, or {@link Long#MAX_VALUE}. */
  long probeAtMillis() {
    return open && !probing ? probeAtMillis : Long.MAX_VALUE;
  }

  boolean isProbeDue(long nowMillis) {
    return open && !probing && nowMillis >= probeAtMillis;
  }

  void probeStarted() {
    probing = true;
  }

  /** The probe was not sent after all. */
  void probeAbandoned() {
    probing = false;
  }

  /** The URL answered, be it with a refusal. */
  void alive() {
    open = false;
    probing = false;
    failures = 0;
    failedProbes = 0;
  }

  /**
   * An attempt failed.
   *
   * @param retryAfterMillis how long the receiver asked to be left alone, or 0
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
      probeAtMillis = Math.max(probeAtMillis, nowMillis + retryAfterMillis);
    }
  }
}
