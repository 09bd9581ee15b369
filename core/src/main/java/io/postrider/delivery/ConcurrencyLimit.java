package io.postrider.delivery;

/**
 * How many attempts may run at once against a URL: one more for each round of successes while the
 * limit is used (to three quarters, which is what a replay may use), a part less at a sign of
 * congestion.
 *
 * <p>Signs are failures that a receiver shows when it has too much to do, and latency: a receiver
 * that only queues what it is sent answers everything, later and later. What counts as late is
 * relative to how fast it was, and never less than a quarter of a second. That baseline follows at
 * once when the receiver gets faster; it follows when it gets slower only while so few attempts run
 * that they cannot be the cause. So a pile of our own making never becomes the measure, and a
 * receiver that has become slow for good is not starved.
 *
 * <p>A sign counts only if its attempt began after the last cut: those that were under way tell of
 * the load before.
 */
final class ConcurrencyLimit {

  private static final double FAILURE_CUT = 0.7;
  private static final double LATENCY_CUT = 0.85;
  private static final double SMOOTHING = 0.1;
  private static final double BASELINE_DRIFT = 0.1;
  private static final int FEW = 4;
  private static final int LATE_TIMES = 2;
  private static final int LATE_MILLIS = 250;

  private double limit;
  private int most;
  private double smoothedMillis = -1;
  private double baselineMillis;
  private int successes;
  private boolean used;
  private long cutAtMillis = Long.MIN_VALUE;

  ConcurrencyLimit(int first, int most) {
    this.most = most;
    this.limit = Math.min(first, most);
  }

  /** Sets the most that it grows to. */
  void most(int most) {
    this.most = most;
    this.limit = Math.min(limit, most);
  }

  int current() {
    return (int) limit;
  }

  /** What retries may use beside first attempts, so that neither starves the other. */
  int retries() {
    return Math.max(1, current() / 4);
  }

  /** What a replay may use; the rest is left to live messages that come meanwhile. */
  int replays() {
    return Math.max(1, current() * 3 / 4);
  }

  /** A first attempt began; so many are in flight with it. */
  void began(int inFlight) {
    if (inFlight >= replays()) {
      used = true;
    }
  }

  void succeeded(long startedAtMillis, long nowMillis) {
    long latencyMillis = Math.max(0, nowMillis - startedAtMillis);
    if (smoothedMillis < 0) {
      smoothedMillis = latencyMillis;
      baselineMillis = latencyMillis;
    }
    smoothedMillis += (latencyMillis - smoothedMillis) * SMOOTHING;
    baselineMillis = Math.min(baselineMillis, smoothedMillis);
    double late = Math.max(LATE_TIMES * baselineMillis, LATE_MILLIS);
    if (smoothedMillis > late && latencyMillis > late) {
      cut(LATENCY_CUT, startedAtMillis, nowMillis);
    }
    successes++;
    if (successes >= current()) {
      if (used && smoothedMillis <= late) {
        limit = Math.min(most, limit + 1);
      }
      if (current() <= FEW) {
        baselineMillis += (smoothedMillis - baselineMillis) * BASELINE_DRIFT;
      }
      successes = 0;
      used = false;
    }
  }

  /** An attempt failed in a way that a receiver shows when it has too much to do. */
  void congested(long startedAtMillis, long nowMillis) {
    cut(FAILURE_CUT, startedAtMillis, nowMillis);
  }

  private void cut(double factor, long startedAtMillis, long nowMillis) {
    if (startedAtMillis >= cutAtMillis) {
      limit = Math.max(1, limit * factor);
      cutAtMillis = nowMillis;
      successes = 0;
      used = false;
    }
  }
}
