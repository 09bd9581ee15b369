package io.postrider.route;

/** Whether a message goes to a destination, and why not. */
public enum RoutingDecision {
  DELIVER,
  /** It was accepted while its source was not connected, or the destination was not enabled. */
  NOT_FOR_IT,
  /** Its integrations object excludes the destination. */
  EXCLUDED,
  /** A filter of its source, or of the destination, holds it back. */
  FILTERED,
  /** It tells of long ago, and the destination does not want that. */
  HISTORICAL
}
