package io.postrider.delivery;

import io.postrider.id.WireNamed;

/** The health of a destination. */
public enum DestinationState implements WireNamed {
  /** No URL is failing; also the state before anything was sent. */
  HEALTHY,
  DEGRADED,
  /** All URLs are failing or refusing: nothing is delivered. */
  FAILING,
  PAUSED
}
