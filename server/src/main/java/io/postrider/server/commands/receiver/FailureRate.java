package io.postrider.server.commands.receiver;

/**
 * Spreads failures evenly: of any number of requests exactly the given share fails, rounded down.
 * Immutable.
 *
 * @param share from 0 to 1
 */
public record FailureRate(double share) {

  public FailureRate {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("The rate must be between 0 and 1.");
    }
  }

  /** Whether a request fails, counted from 0. */
  boolean fails(long request) {
    return Math.floor((request + 1) * share) > Math.floor(request * share);
  }
}
