package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.Outcome;
import java.time.Duration;

/** The delays of the contract, computed independently of the machine. */
final class ContractTimes {

  /** The lower bound of a jittered delay, as a fraction of it. */
  private static final double ABOUT = 0.75;

  static final long MAX_RETRY_AFTER_MILLIS = 30 * 60_000;

  /** How long before the end of its window a message gets a last attempt in a Retry-After. */
  static final long LAST_CHANCE_MILLIS = 1_000;

  private final long firstMillis;
  private final long maxMillis;
  private final long windowMillis;
  private final long probeMillis;

  ContractTimes(DeliveryRules rules) {
    this.firstMillis = rules.retryFirstDelay().toMillis();
    this.maxMillis = rules.retryMaxDelay().toMillis();
    this.windowMillis = rules.retryWindow().toMillis();
    this.probeMillis = rules.probeInterval().toMillis();
  }

  long firstMillis() {
    return firstMillis;
  }

  long maxMillis() {
    return maxMillis;
  }

  long windowMillis() {
    return windowMillis;
  }

  /** The longest time between two probes of a failing destination without a Retry-After. */
  long probeMillis() {
    return probeMillis;
  }

  /** The minimum delay of a message at a URL after a failed round. */
  long leastDelay(int round) {
    double doubled = firstMillis * Math.pow(2, round - 1);
    return (long) (ABOUT * Math.min(doubled, maxMillis / 1.2));
  }

  /** The delay that a receiver requested, up to the cap. */
  long asked(Outcome.Failure failure) {
    Duration asked = failure instanceof Outcome.Deferred deferred ? deferred.retryAfter() : null;
    return asked == null ? 0 : Math.min(asked.toMillis(), MAX_RETRY_AFTER_MILLIS);
  }
}
