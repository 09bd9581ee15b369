package io.postrider.server.delivery.limits;

import io.postrider.id.DestinationId;

/** One limit of one destination. */
public record LimitKey(DestinationId destination, Kind kind) {

  /** What is limited; stored by name. */
  public enum Kind {
    /** Concurrent attempts per URL. */
    CONCURRENCY,
    /** Rounds started per second, in thousandths. */
    RATE
  }
}
