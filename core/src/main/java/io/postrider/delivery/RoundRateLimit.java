package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/** Limits the rounds started per second: a token bucket that holds a tenth of a second's tokens. */
final class RoundRateLimit {

  private static final double BURST_SECONDS = 0.1;

  private double perMilli;
  private double most;
  private double tokens;
  private long filledAtMillis;

  /** Sets the rate; null for no limit. */
  void set(@Nullable Integer perSecond, long nowMillis) {
    perMilli = perSecond == null ? 0 : perSecond / 1000.0;
    most = perSecond == null ? 0 : Math.max(1, perSecond * BURST_SECONDS);
    tokens = most;
    filledAtMillis = nowMillis;
  }

  boolean isOpen(long nowMillis) {
    if (perMilli == 0) {
      return true;
    }
    fill(nowMillis);
    return tokens >= 1;
  }

  void take(long nowMillis) {
    if (perMilli != 0) {
      fill(nowMillis);
      tokens--;
    }
  }

  /** When the next round may start. */
  long openAtMillis() {
    return perMilli == 0 || tokens >= 1
        ? Long.MIN_VALUE
        : filledAtMillis + Math.max(1, (long) Math.ceil((1 - tokens) / perMilli));
  }

  private void fill(long nowMillis) {
    if (nowMillis > filledAtMillis) {
      tokens = Math.min(most, tokens + (nowMillis - filledAtMillis) * perMilli);
      filledAtMillis = nowMillis;
    }
  }
}
