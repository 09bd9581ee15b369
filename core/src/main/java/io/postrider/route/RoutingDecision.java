package io.postrider.route;

/** The decision whether a message is sent to a destination. */
public enum RoutingDecision {
  DELIVER,
  /** It was accepted while its source was not connected, or the destination was not enabled. */
  NOT_FOR_IT,
  /** Its integrations object excludes the destination. */
  EXCLUDED,
  /** The event rules of its source block it. */
  BLOCKED,
  /** A filter of the destination drops it. */
  FILTERED,
  /** It is historical, and the destination does not accept that. */
  HISTORICAL
}
