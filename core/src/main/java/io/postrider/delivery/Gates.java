package io.postrider.delivery;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What guards the URLs of one destination: a breaker, adaptive concurrency and the rate. Shared by
 * the machines of the destination's partitions that run on one loop; belongs to that loop's thread.
 *
 * <p>An input to one machine may free what another waits for. That one then goes on within the same
 * input, so after any input to any of the machines {@link #nextWakeUp} is to be asked again.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Gates {

  /** The gates of a destination whose URLs are not known yet to work or not. */
  public Gates(DeliveryRules rules, Plan plan, RandomGenerator random) {}

  /** The earliest {@link DeliveryMachine#nextWakeUp} of its machines. */
  public long nextWakeUp() {
    throw new UnsupportedOperationException();
  }

  /** Lets each of its machines do what is due. */
  public void tick(long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The plan in force. */
  public Plan plan() {
    throw new UnsupportedOperationException();
  }

  /** How the destination fares. */
  public DestinationState state() {
    throw new UnsupportedOperationException();
  }

  /** How each URL of the plan fares, in its order. */
  public List<UrlState> urls() {
    throw new UnsupportedOperationException();
  }
}
