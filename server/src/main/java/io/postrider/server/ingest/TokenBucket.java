package io.postrider.server.ingest;

/**
 * A token bucket that holds up to one second's worth of tokens; a message takes one.
 *
 * <p>Safe to call from any thread. A request passes while the bucket is not empty and may leave it
 * in debt, so that a batch larger than one second's worth still passes.
 */
final class TokenBucket {

  private final int perSecond;
  private double tokens;
  private long filledNanos;

  TokenBucket(int perSecond, long nowNanos) {
    this.perSecond = perSecond;
    this.tokens = perSecond;
    this.filledNanos = nowNanos;
  }

  int perSecond() {
    return perSecond;
  }

  /** 0 if the messages may pass now, otherwise the seconds to wait. */
  synchronized int take(int messages, long nowNanos) {
    double filled = tokens + (nowNanos - filledNanos) * 1e-9 * perSecond;
    tokens = Math.min(perSecond, filled);
    filledNanos = nowNanos;
    if (tokens < 1) {
      return Math.max(1, (int) Math.ceil((1 - tokens) / perSecond));
    }
    tokens -= messages;
    return 0;
  }
}
