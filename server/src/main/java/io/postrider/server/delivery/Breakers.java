package io.postrider.server.delivery;

import io.postrider.id.DestinationId;

/**
 * Ends outages on request, on one node or on all together. May be called from any thread but an
 * event loop; in force when a call returns.
 */
public interface Breakers {

  /** Closes the breakers of a destination and makes everything due that waits. */
  void tryNow(DestinationId destination);

  /** A URL of a destination accepted a test message. */
  void tested(DestinationId destination, String url);
}
