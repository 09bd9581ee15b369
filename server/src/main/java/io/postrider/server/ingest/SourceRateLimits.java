package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.route.Source;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The rate limiters of all sources with a limit; a changed limit starts with a full bucket. */
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
    if (limit == null || limit.perSecond() != perSecond) {
      limit =
          limits.compute(
              source.id(),
              (id, there) ->
                  there != null && there.perSecond() == perSecond
                      ? there
                      : new TokenBucket(perSecond, nowNanos));
    }
    return limit.take(messages, nowNanos);
  }
}
