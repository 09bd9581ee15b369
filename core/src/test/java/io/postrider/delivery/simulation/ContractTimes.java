package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.Outcome;
import java.time.Duration;

/** The contract's times, worked out from its words alone. */
final class ContractTimes {

  /** "About" 5 s is no less than this part of it. */
  private static final double ABOUT = 0.75;

  private final long firstMillis;
  private final long maxMillis;
  private final long windowMillis;

  ContractTimes(DeliveryRules rules) {
    this.firstMillis = rules.retryFirstDelay().toMillis();
    this.maxMillis = rules.retryMaxDelay().toMillis();
    this.windowMillis = rules.retryWindow().toMillis();
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

  /** How long a message leaves a URL alone at least after its so manieth round failed there. */
  long leastDelay(int round) {
    double doubled = firstMillis * Math.pow(2, round - 1);
    return (long) (ABOUT * Math.min(doubled, maxMillis / 1.2));
  }

  /** How long a receiver asked to be left alone. */
  long asked(Outcome.Failure failure) {
    Duration asked = failure instanceof Outcome.Deferred deferred ? deferred.retryAfter() : null;
    return asked == null ? 0 : Math.min(asked.toMillis(), windowMillis);
  }
}
