package io.postrider.delivery;

/**
 * The adaptive concurrency limit of a URL (AIMD). After as many successes as the limit, it grows by
 * one if three quarters of it were in use and latency is normal. Congestion shrinks it by a factor.
 *
 * <p>Congestion shows as failures of an overloaded receiver, and as latency, because some receivers
 * queue everything: an attempt is late if both its latency and the smoothed latency exceed 250 ms
 * and twice the baseline. The baseline follows the smoothed latency down at once. It rises only
 * while the limit is at most {@link #FEW}, which is too few to cause the latency. So a queue of our
 * own making never raises the baseline, and a receiver that becomes slow for good is not starved.
 *
 * <p>Congestion counts only if its attempt began at or after the last decrease: earlier attempts
 * measure the earlier load.
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

  void most(int most) {
    this.most = most;
    this.limit = Math.min(limit, most);
  }

  int current() {
    return (int) limit;
  }

  /** The limit of retries, beside that of first attempts, so that neither starves the other. */
  int retries() {
    return Math.max(1, current() / 4);
  }

  /** The limit of replays; the rest stays free for live messages. */
  int replays() {
    return Math.max(1, current() * 3 / 4);
  }

  /** Notes a started first attempt and the number now in flight. */
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

  /** Notes a failure that indicates overload. */
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
