package io.postrider.audience;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time that events are counted in, up to now: it moves, so events run out of it.
 *
 * @param event the name of the events
 */
public record Window(String event, Duration within) {

  /** The windows of a definition: by these alone it changes while nothing happens. */
  public static SequencedSet<Window> of(Definition definition) {
    SequencedSet<Window> windows = new LinkedHashSet<>();
    switch (definition) {
      case Condition condition -> collect(condition, windows);
      case TraitDefinition trait -> add(trait.event(), trait.within(), windows);
    }
    return windows;
  }

  private static void collect(Condition condition, SequencedSet<Window> windows) {
    switch (condition) {
      case Condition.All all -> all.conditions().forEach(inner -> collect(inner, windows));
      case Condition.Any any -> any.conditions().forEach(inner -> collect(inner, windows));
      case Condition.Not not -> collect(not.condition(), windows);
      case Condition.EventCount count -> add(count.event(), count.within(), windows);
      case Condition.TraitIs _, Condition.InAudience _ -> {}
    }
  }

  private static void add(String event, @Nullable Duration within, SequencedSet<Window> windows) {
    if (within != null) {
      windows.add(new Window(event, within));
    }
  }
}
