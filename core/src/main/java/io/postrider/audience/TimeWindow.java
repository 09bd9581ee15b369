package io.postrider.audience;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/** A sliding time window that ends now, in which events are counted. */
public record TimeWindow(String event, Duration within) {

  /** The windows of a definition. Because of them its result can change without new events. */
  public static SequencedSet<TimeWindow> of(ComputationDefinition definition) {
    SequencedSet<TimeWindow> windows = new LinkedHashSet<>();
    switch (definition) {
      case AudienceCondition condition ->
          condition.stream()
              .filter(AudienceCondition.EventCount.class::isInstance)
              .map(AudienceCondition.EventCount.class::cast)
              .forEach(count -> add(count.event(), count.within(), windows));
      case TraitDefinition trait -> add(trait.event(), trait.within(), windows);
    }
    return windows;
  }

  private static void add(
      String event, @Nullable Duration within, SequencedSet<TimeWindow> windows) {
    if (within != null) {
      windows.add(new TimeWindow(event, within));
    }
  }
}
