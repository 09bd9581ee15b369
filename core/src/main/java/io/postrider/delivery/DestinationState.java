package io.postrider.delivery;

import io.postrider.id.WireNamed;

/** The health of a destination. */
public enum DestinationState implements WireNamed {
  /** The last attempt at every URL succeeded; also the state before anything was sent. */
  HEALTHY,
  /** An attempt at some URL failed, and that URL accepted nothing since. */
  DEGRADED,
  /** The breaker of every URL is open, or it refused, and it accepted nothing since. */
  FAILING,
  PAUSED;

  /** The worse of two. */
  public DestinationState worse(DestinationState other) {
    return compareTo(other) < 0 ? other : this;
  }
}
