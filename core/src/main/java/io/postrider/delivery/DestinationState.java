package io.postrider.delivery;

import java.util.Locale;

/** How a destination fares, in one word. */
public enum DestinationState {
  HEALTHY,
  /** Some of its URLs keep failing, others do not. */
  DEGRADED,
  /** All of its URLs keep failing: it is held back and probed. */
  FAILING,
  /** It was told to wait. */
  PAUSED;

  /** The name on the wire, such as {@code healthy}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
