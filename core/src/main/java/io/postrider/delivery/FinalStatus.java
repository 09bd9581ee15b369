package io.postrider.delivery;

import java.util.Locale;

/** How a delivery ended. */
public enum FinalStatus {
  /** A URL took it. */
  DELIVERED,
  /** Every URL refused it for good, or its window is over. Marked; can be replayed. */
  FAILED,
  /** The log no longer holds it. Marked; cannot be replayed. */
  EXPIRED,
  /** The destination was disabled while it was pending. Marked; can be replayed. */
  CANCELLED,
  /** A later {@code delete} of the same user made it pointless. */
  SUPERSEDED,
  /** The filters in force did not let it pass. */
  FILTERED;

  /** The name on the wire, such as {@code delivered}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
