package io.postrider.server.ingest;

/**
 * A bucket of tokens that fills at a rate up to one second's worth; a message takes one.
 *
 * <p>Safe to call from any thread. A request passes while the bucket holds anything and may leave
 * it in debt, so that a batch larger than a second's worth still gets through, and then waits.
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

  /** 0 if so many messages may pass now, otherwise after how many seconds to try again. */
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
