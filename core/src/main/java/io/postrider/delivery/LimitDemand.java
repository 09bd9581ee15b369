package io.postrider.delivery;

/**
 * How much of its limits a destination uses and could use on this node.
 *
 * @param inFlight the most concurrent attempts at one of its URLs now, including reserved ones
 * @param concurrency the concurrent attempts per URL that it could use
 * @param rounds the rounds started since this was asked before; 0 without a rate limit
 * @param waiting whether rounds could start if the limits allowed it
 */
public record LimitDemand(int inFlight, int concurrency, int rounds, boolean waiting) {

  static LimitDemand of(UrlLimits[] urls, RoundRateLimit rate, boolean waiting) {
    int inFlight = 0;
    int wanted = 1;
    for (UrlLimits url : urls) {
      inFlight = Math.max(inFlight, url.inFlight());
      wanted = Math.max(wanted, url.wanted());
    }
    return new LimitDemand(
        inFlight, waiting ? Math.max(wanted, inFlight) : inFlight, rate.started(), waiting);
  }
}
