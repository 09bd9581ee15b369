package io.postrider.filter;

import io.postrider.condition.Comparison;
import io.postrider.message.MessageType;
import java.util.List;
import java.util.Set;

/** A condition that selects messages. Immutable. */
public sealed interface FilterCondition {

  /** How deep matches may lie in each other. */
  int DEEPEST = 8;

  /** How many there may be in one filter, all counted. */
  int MOST = 100;

  /** How many names of events one may list. */
  int MOST_EVENTS = 100;

  /** Messages that all of these match. */
  record All(List<FilterCondition> matches) implements FilterCondition {

    public All {
      matches = List.copyOf(matches);
    }
  }

  /** Messages that one of these matches. */
  record Any(List<FilterCondition> matches) implements FilterCondition {

    public Any {
      matches = List.copyOf(matches);
    }
  }

  /** Messages that this does not match. */
  record Not(FilterCondition match) implements FilterCondition {}

  /** Messages of these types. */
  record OfType(Set<MessageType> types) implements FilterCondition {

    public OfType {
      types = Set.copyOf(types);
    }
  }

  /** Track calls of these names. */
  record OfEvent(List<String> events) implements FilterCondition {

    public OfEvent {
      events = events.stream().distinct().toList();
    }
  }

  /** Messages whose field compares like this. */
  record Compared(FieldPath field, Comparison comparison) implements FilterCondition {}
}
