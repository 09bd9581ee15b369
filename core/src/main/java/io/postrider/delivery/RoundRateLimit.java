package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/**
 * Limits the rounds started per second: a token bucket that holds a tenth of a second's tokens, and
 * at least one.
 */
final class RoundRateLimit {

  private static final double BURST_SECONDS = 0.1;

  private static final double MILLI_PER_MILLI = 1e6;

  private boolean limited;
  private double perMilli;
  private double most;
  private double tokens;
  private long filledAtMillis;
  private int taken;

  /** Sets the rate; null for no limit. */
  void set(@Nullable Integer perSecond, long nowMillis) {
    limited = perSecond != null;
    perMilli = perSecond == null ? 0 : perSecond / 1000.0;
    most = perSecond == null ? 0 : Math.max(1, perSecond * BURST_SECONDS);
    tokens = most;
    filledAtMillis = nowMillis;
  }

  /**
   * Changes the rate of a limit to a share of it, in thousandths of rounds per second. Tokens are
   * neither won nor lost by that, so that a share that moves between nodes yields no more of them.
   */
  void share(int milliRate, long nowMillis) {
    fill(nowMillis);
    perMilli = milliRate / MILLI_PER_MILLI;
    most = milliRate == 0 ? 0 : Math.max(1, perMilli * 1000 * BURST_SECONDS);
    tokens = Math.min(tokens, most);
  }

  /** Empties the bucket. */
  void drain() {
    tokens = 0;
  }

  /** How many rounds were started since this was asked before, if there is a limit. */
  int started() {
    int started = taken;
    taken = 0;
    return started;
  }

  boolean isOpen(long nowMillis) {
    if (!limited) {
      return true;
    }
    fill(nowMillis);
    return tokens >= 1;
  }

  void take(long nowMillis) {
    if (limited) {
      fill(nowMillis);
      tokens--;
      taken++;
    }
  }

  /** When the next round may start. */
  long openAtMillis() {
    if (limited && perMilli == 0) {
      return Long.MAX_VALUE;
    }
    return !limited || tokens >= 1
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
