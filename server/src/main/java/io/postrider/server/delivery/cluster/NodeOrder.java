package io.postrider.server.delivery.cluster;

import io.postrider.id.DestinationId;

/**
 * What one node asks another to do for a destination.
 *
 * @param detail what the kind needs
 */
public record NodeOrder(Kind kind, DestinationId destination, String detail) {

  /** What to do. */
  public enum Kind {
    /** Close the breakers and make everything due that waits. */
    TRY_NOW,
    /** The URL in the detail accepted a test message. */
    TESTED,
    /** Answer the sampled attempts. */
    ATTEMPTS
  }
}
