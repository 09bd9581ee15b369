package io.postrider.delivery;

import java.util.Locale;

/** How a destination fares, in one word. */
public enum DestinationState {
  /** No URL keeps failing; also before anything was sent. */
  HEALTHY,
  /** Some of its URLs keep failing or refusing, others do not. */
  DEGRADED,
  /** All of its URLs keep failing or refusing: nothing gets through. */
  FAILING,
  /** It was told to wait. */
  PAUSED;

  /** The name on the wire, such as {@code healthy}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
