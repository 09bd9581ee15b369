package io.postrider.server.usage;

import java.util.List;

/** What some records add to all that was counted before. */
public record UsageCounts(List<CallCount> calls, List<EventCount> events) {

  public UsageCounts {
    calls = List.copyOf(calls);
    events = List.copyOf(events);
  }
}
