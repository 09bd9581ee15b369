package io.postrider.filter;

import io.postrider.condition.Comparison;
import io.postrider.message.MessageType;
import java.util.List;
import java.util.Set;

/** A condition that selects messages. Immutable. */
public sealed interface FilterCondition {

  int MAX_DEPTH = 8;
  int MAX_CONDITIONS = 100;
  int MAX_EVENTS = 100;

  /** Messages that match all of these. */
  record All(List<FilterCondition> matches) implements FilterCondition {

    public All {
      matches = List.copyOf(matches);
    }
  }

  /** Messages that match at least one of these. */
  record Any(List<FilterCondition> matches) implements FilterCondition {

    public Any {
      matches = List.copyOf(matches);
    }
  }

  /** Messages that do not match this. */
  record Not(FilterCondition match) implements FilterCondition {}

  /** Messages of these types. */
  record OfType(Set<MessageType> types) implements FilterCondition {

    public OfType {
      types = Set.copyOf(types);
    }
  }

  /** Track calls with these event names. */
  record OfEvent(List<String> events) implements FilterCondition {

    public OfEvent {
      events = events.stream().distinct().toList();
    }
  }

  /** Messages with a matching field. */
  record Compared(FieldPath field, Comparison comparison) implements FilterCondition {}
}
