package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.route.Source;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The rate limits of sources. A changed limit starts with a full bucket. Safe to call from any
 * thread.
 */
final class SourceRateLimits {

  private final Map<SourceId, TokenBucket> limits = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  SourceRateLimits(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** 0 if the messages may pass now, otherwise the seconds to wait. */
  int take(Source source, int messages) {
    Integer perSecond = source.rateLimit();
    if (perSecond == null) {
      return 0;
    }
    long nowNanos = nanoTime.getAsLong();
    TokenBucket limit = limits.get(source.id());
    if (limit == null || limit.perSecond != perSecond) {
      limit =
          limits.compute(
              source.id(),
              (id, there) ->
                  there != null && there.perSecond == perSecond
                      ? there
                      : new TokenBucket(perSecond, nowNanos));
    }
    return limit.take(messages, nowNanos);
  }

  /**
   * A token bucket that holds up to one second's worth of tokens; a message takes one. A request
   * passes while the bucket is not empty and may leave it in debt, so that a batch larger than one
   * second's worth still passes.
   */
  private static final class TokenBucket {

    final int perSecond;
    private double tokens;
    private long filledNanos;

    TokenBucket(int perSecond, long nowNanos) {
      this.perSecond = perSecond;
      this.tokens = perSecond;
      this.filledNanos = nowNanos;
    }

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
}
