package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.route.EventName;
import java.time.Instant;
import java.util.List;

/** The counts of some records, to add to the stored ones. */
public record UsageCounts(
    List<CallCount> calls, List<EventCount> events, List<ReceivedCount> received) {
  public UsageCounts {
    calls = List.copyOf(calls);
    events = List.copyOf(events);
    received = List.copyOf(received);
  }

  /** Messages that were received in one minute. */
  public record ReceivedCount(Instant minute, long messages) {}

  /**
   * Calls of one source, type and day.
   *
   * @param day the days since 1970, in UTC, by receive time
   * @param filtered calls that event rules kept from all destinations
   * @param filteredCounted filtered calls that count toward usage
   */
  public record CallCount(
      SourceId source,
      int day,
      MessageType type,
      long calls,
      long filtered,
      long filteredCounted) {}

  /**
   * Track calls of one source and event.
   *
   * @param event its name, as {@link EventName} cuts it
   * @param filtered calls that event rules kept from all destinations
   * @param firstMillis when the first call was received, since 1970
   * @param lastMillis when the last call was received
   */
  public record EventCount(
      SourceId source, String event, long calls, long filtered, long firstMillis, long lastMillis) {
    /** The sum of both, with the name of this one. */
    public EventCount plus(EventCount other) {
      return new EventCount(
          source,
          event,
          calls + other.calls,
          filtered + other.filtered,
          Math.min(firstMillis, other.firstMillis),
          Math.max(lastMillis, other.lastMillis));
    }

    /** The same with another name. */
    public EventCount named(String name) {
      return new EventCount(source, name, calls, filtered, firstMillis, lastMillis);
    }
  }
}
