package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/** Makes the limits of a destination follow the {@link LimitShare} of this node, if it has one. */
final class ShareInForce {

  private final RoundRateLimit rate;

  /** Null for the whole, as on a single node. */
  private @Nullable LimitShare share;

  private long endsMillis = Long.MAX_VALUE;

  ShareInForce(RoundRateLimit rate) {
    this.rate = rate;
  }

  /** When {@link #apply} has to be called. */
  long endsMillis() {
    return endsMillis;
  }

  void set(LimitShare next, DeliverySettings settings, UrlLimits[] urls, long nowMillis) {
    share = next;
    apply(settings, urls, nowMillis);
  }

  /** Applies the step of a time; also after settings have changed. */
  void apply(DeliverySettings settings, UrlLimits[] urls, long nowMillis) {
    LimitShare current = share;
    if (current == null) {
      return;
    }
    LimitShare.Step step = current.at(nowMillis);
    endsMillis = step.untilMillis();
    Integer maxRate = settings.maxRate();
    if (maxRate != null) {
      rate.share((int) Math.min(maxRate * 1000L, step.milliRate()), nowMillis);
    }
    boolean isLimited = settings.maxConcurrency() != null;
    for (UrlLimits url : urls) {
      url.share(isLimited ? step.concurrency() : LimitShare.WHOLE);
    }
  }

  /** The rate limit is another one: tokens come from the share alone. */
  void rateChanged() {
    if (share != null) {
      rate.drain();
    }
  }
}
