package io.postrider.server.usage;

import io.postrider.id.SourceId;

/**
 * Track calls of one source and event.
 *
 * @param event its name, as {@link io.postrider.route.EventName} has it
 * @param filtered how many of them were kept from every destination
 * @param firstMillis when the first one was received, in milliseconds since 1970
 * @param lastMillis when the last one was received
 */
public record EventCount(
    SourceId source, String event, long calls, long filtered, long firstMillis, long lastMillis) {

  /** Both together, under the name of this one. */
  public EventCount plus(EventCount other) {
    return new EventCount(
        source,
        event,
        calls + other.calls,
        filtered + other.filtered,
        Math.min(firstMillis, other.firstMillis),
        Math.max(lastMillis, other.lastMillis));
  }
}
