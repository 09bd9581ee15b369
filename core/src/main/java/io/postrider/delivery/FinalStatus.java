package io.postrider.delivery;

import io.postrider.id.WireNamed;

/** The final status of a delivery. */
public enum FinalStatus implements WireNamed {
  DELIVERED,
  /** Every URL refused it permanently, or its retry window ended. Recorded; can be replayed. */
  FAILED,
  /** The log no longer has it. Recorded; cannot be replayed. */
  EXPIRED,
  /** The destination was disabled while it was pending. Recorded; can be replayed. */
  CANCELLED,
  /** A later {@code delete} of the same user superseded it. */
  SUPERSEDED,
  FILTERED
}
