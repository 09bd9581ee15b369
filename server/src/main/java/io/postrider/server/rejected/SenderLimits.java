package io.postrider.server.rejected;

import java.util.LinkedHashMap;
import java.util.function.LongSupplier;

/**
 * Decides how many rejected calls of each sender are kept: some at once, then one at intervals, and
 * a larger number of all senders together. Safe to use from any thread.
 *
 * <p>It remembers a bounded number of senders. A new sender beyond that takes the place of the one
 * that was quiet longest, so a flood from many addresses is bounded by the common limit alone.
 */
final class SenderLimits {

  /** The calls of one sender at once, */
  static final int SENDER_BURST = 60;

  /** and the time until the next one. */
  static final long SENDER_INTERVAL_NANOS = 6_000_000_000L;

  /** The calls of all senders at once, */
  static final int TOTAL_BURST = 500;

  /** and the time until the next one. */
  static final long TOTAL_INTERVAL_NANOS = 20_000_000L;

  static final int MAX_SENDERS = 10_000;

  private static final class Bucket {

    private final int burst;
    private final long intervalNanos;
    private int left;
    private long sinceNanos;

    private Bucket(int burst, long intervalNanos, long nowNanos) {
      this.burst = burst;
      this.intervalNanos = intervalNanos;
      this.left = burst;
      this.sinceNanos = nowNanos;
    }

    private boolean hasLeft(long nowNanos) {
      long refilled = (nowNanos - sinceNanos) / intervalNanos;
      if (left + refilled >= burst) {
        left = burst;
        sinceNanos = nowNanos;
      } else {
        left += (int) refilled;
        sinceNanos += refilled * intervalNanos;
      }
      return left > 0;
    }
  }

  private final LongSupplier nanos;
  private final Bucket total;
  private final LinkedHashMap<String, Bucket> senders = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param nanos a clock that never goes back
   */
  SenderLimits(LongSupplier nanos) {
    this.nanos = nanos;
    this.total = new Bucket(TOTAL_BURST, TOTAL_INTERVAL_NANOS, nanos.getAsLong());
  }

  /** Whether one more call of a sender is kept. */
  synchronized boolean take(String sender) {
    long nowNanos = nanos.getAsLong();
    Bucket own =
        senders.computeIfAbsent(
            sender, key -> new Bucket(SENDER_BURST, SENDER_INTERVAL_NANOS, nowNanos));
    if (senders.size() > MAX_SENDERS) {
      var _ = senders.pollFirstEntry();
    }
    if (!own.hasLeft(nowNanos) || !total.hasLeft(nowNanos)) {
      return false;
    }
    own.left--;
    total.left--;
    return true;
  }

  synchronized int remembered() {
    return senders.size();
  }
}
