package io.postrider.delivery;

import java.util.Locale;

/** The health of a destination. */
public enum DestinationState {
  /** No URL is failing; also the state before anything was sent. */
  HEALTHY,
  /** Some URLs are failing or refusing. */
  DEGRADED,
  /** All URLs are failing or refusing: nothing is delivered. */
  FAILING,
  /** Delivery is paused. */
  PAUSED;

  /** The name on the wire, such as {@code healthy}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
